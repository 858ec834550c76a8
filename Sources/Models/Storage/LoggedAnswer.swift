import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What a card's schedule needs of one of its reviews.
struct LoggedAnswer {
  let id: EventID
  let grade: Grade
  let moment: Moment
  let place: Double?
  let wording: EventID
  let content: QuestionID
  /// The title of the group it was asked in.
  let group: String

  /// The columns of a review `r` with its wording `w`, without the card.
  static let columns = """
    r.id, r.grade, r.time, r.utc_offset, r.place, r.wording, w.content, w.group_title
    """

  /// Reads ``columns``.
  init(columns row: Columns, from first: CInt = 0) {
    id = EventID(bits: row.bits(first))
    grade = Grade(rawValue: row.number(first + 1)) ?? .again
    moment = Moment(milliseconds: row.integer(first + 2), utcOffset: row.number(first + 3))
    place = row.isNull(first + 4) ? nil : row.real(first + 4)
    wording = EventID(bits: row.bits(first + 5))
    content = QuestionID(bits: row.bits(first + 6))
    group = row.text(first + 7)
  }

  /// The review of this card, as far as a schedule goes.
  func review(of card: CardID) -> Review {
    Review(
      card: card, grade: grade, moment: moment, typed: nil, verdict: nil, hintUsed: false,
      duration: 0, place: place)
  }
}
