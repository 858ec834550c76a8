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
  /// The number of each question's place.
  private var numbers: [QuestionID: Int32] = [:]

  /// Reads the questions of some groups; without their tags it takes a tenth of the time.
  init(_ groups: [StoredGroup], _ tx: Transaction, readsTags: Bool) throws {
    var known: [Place: Int32] = [:]
    func number(of place: Place) -> Int32 {
      let number = known[place] ?? Int32(clamping: places.count)
      if known[place] == nil {
        known[place] = number
        places.append(place)
      }
      return number
    }
    // Places are numbered in the order in which they come.
    func put(_ question: QuestionID, at number: Int32) {
      if let other = numbers.updateValue(number, forKey: question), other < number {
        numbers[question] = other
      }
    }
    for group in groups {
      if readsTags {
        try tx.statistics.forEachQuestion(of: group) { question, tags in
          put(question, at: number(of: Place(deck: group.deck, tags: tags)))
        }
      } else {
        let number = number(of: Place(deck: group.deck, tags: []))
        for question in try tx.statistics.questions(of: group) {
          put(QuestionID(bits: question), at: number)
        }
      }
    }
  }

  /// The number of a question's place; `nil` where no deck has it.
  func number(of question: QuestionID) -> Int? { numbers[question].map { Int($0) } }
}
