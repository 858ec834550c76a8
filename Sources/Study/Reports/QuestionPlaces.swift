import RabbleQuestions
import RabbleStorage
import RabbleText

/// Where the decks have each question, and its tags, the learner's own after those of the deck. Many questions
/// share both; a question that stands in several decks is in the first.
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
  private var numbers: [Int32] = []
  /// Which of these numbers a question has.
  private var index = IdentityIndex([])

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
    var questions: [UInt128] = []
    let own = readsTags ? try tx.marks.tagsOfQuestions() : [:]
    for group in groups {
      if readsTags {
        try tx.statistics.forEachQuestion(of: group) { question, tags in
          let more = own.isEmpty ? [] : (own[question] ?? []).filter { !tags.contains($0) }
          questions.append(question.bits)
          numbers.append(number(of: Place(deck: group.deck, tags: tags + more)))
        }
      } else {
        let ours = try tx.statistics.questions(of: group)
        questions += ours
        numbers += repeatElement(number(of: Place(deck: group.deck, tags: [])), count: ours.count)
      }
    }
    index = IdentityIndex(questions)
    // Places are numbered in the order in which they come.
    for same in index.repeated {
      let first = same.map { numbers[Int($0)] }.min() ?? 0
      for question in same { numbers[Int(question)] = first }
    }
  }

  /// The number of a question's place; `nil` where no deck has it.
  func number(of question: QuestionID) -> Int? {
    index.firstNumber(of: question.bits).map { Int(numbers[$0]) }
  }
}
