import RabbleQuestions
import RabbleStorage
import RabbleText

/// Where the decks have each question, and its tags. Many questions share both; a question that stands in
/// several decks is in the first.
struct QuestionPlaces {
  /// A deck, and tags.
  struct Place: Hashable {
    /// The deck's file.
    let deck: String
    /// The tags of its questions here.
    let tags: [String]
  }

  /// The places by number.
  private(set) var places: [Place] = []
  /// The questions in order, and the number of each one's place.
  private var entries: [(question: UInt128, place: Int32)] = []

  /// Reads the questions of some groups; without their tags it takes a tenth of the time.
  init(_ groups: [StoredGroup], _ tx: Transaction, readsTags: Bool) throws {
    var numbers: [Place: Int32] = [:]
    func number(of place: Place) -> Int32 {
      let number = numbers[place] ?? Int32(clamping: places.count)
      if numbers[place] == nil {
        numbers[place] = number
        places.append(place)
      }
      return number
    }
    for group in groups {
      if readsTags {
        try tx.statistics.forEachQuestion(of: group) { question, tags in
          entries.append((question.bits, number(of: Place(deck: group.deck, tags: tags))))
        }
      } else {
        let number = number(of: Place(deck: group.deck, tags: []))
        entries += try tx.statistics.questions(of: group).map { ($0, number) }
      }
    }
    // Places are numbered in the order in which they come.
    entries.sort { ($0.question, $0.place) < ($1.question, $1.place) }
  }

  /// The number of a question's place; `nil` where no deck has it.
  func number(of question: QuestionID) -> Int? {
    let index = entries.partitioningIndex { $0.question >= question.bits }
    guard index < entries.count, entries[index].question == question.bits else { return nil }
    return Int(entries[index].place)
  }
}
