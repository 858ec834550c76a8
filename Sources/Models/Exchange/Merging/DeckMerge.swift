import RabbleDecks
import RabbleQuestions

/// What an import makes of a deck: which questions come, which change, and which stay out.
///
///     let merge = DeckMerge(content, into: source, path: "decks/words.json", duplicates: .skip)
///     let bytes = try merge.bytes()
public struct DeckMerge: Sendable {
  /// The questions that come.
  public private(set) var takenCount = 0
  /// The questions that change.
  public private(set) var updatedCount = 0
  /// The questions that are there already and read the same.
  public private(set) var unchangedCount = 0
  /// What stays out because the deck has it.
  public private(set) var notices: [ImportNotice] = []

  let path: String
  let source: DeckSource?
  var additions: [Addition] = []
  var replacements: [QuestionPlace: Entry] = [:]

  struct Addition: Sendable {
    /// The number of the group in the source; `nil` for a new one.
    let group: Int?
    let header: QuestionGroup
    var entries: [Entry]
  }

  struct Entry: Sendable {
    let question: Question
    let extras: [DeckExtra]
  }

  /// A question that is there.
  struct QuestionPlace: Hashable, Sendable {
    let group: Int
    let question: Int
  }

  /// Weighs the questions of an import against those of a deck.
  ///
  /// The same question is the one with the same id, or the same prompt and answer in the same group,
  /// or the only one with its prompt there, if it is so in the import too.
  ///
  /// - Parameters:
  ///   - content: the import.
  ///   - source: the deck; `nil` for a new file.
  ///   - path: the deck's file, whose name tells how it is written.
  ///   - group: the title of the group all questions go to; `nil` for the ones the import says.
  ///   - duplicates: what becomes of a question that the deck has.
  public init(
    _ content: ImportContent, into source: DeckSource?, path: String, group: String? = nil,
    duplicates: DuplicatePolicy
  ) {
    self.path = path
    self.source = source
    var ids = Set(source?.groups.flatMap(\.questions).compactMap(\.question.id) ?? [])
    let places = IDPlaces(source)
    let groups = group.map { title in
      let header = QuestionGroup(title: title, questions: [])
      return [ImportContent.Group(header: header, entries: content.groups.flatMap(\.entries))]
    }
    for group in groups ?? content.groups {
      let title = group.header.title
      let number = source?.groups.firstIndex { $0.group.title.isSame(as: title) }
      let known = KnownQuestions(source, group: number, title: title, import: group.entries)
      var addition = Addition(group: number, header: group.header, entries: [])
      var wordings = known.wordings
      for entry in group.entries {
        guard let place = places[entry.question.id] ?? known.place(of: entry) else {
          var question = entry.question
          if let id = question.id, !ids.insert(id).inserted { question = question.with(id: nil) }
          if wordings.insert(QuestionID(of: question, inGroup: title)).inserted {
            addition.entries.append(Entry(question: question, extras: entry.extras))
          } else {
            notices.append(.init(line: entry.line, kind: .repeated(firstLine: nil)))
          }
          continue
        }
        let old = source?.groups[place.group].questions[place.question].question
        guard let old else { continue }
        switch duplicates {
        case .skip: skip(entry, for: old)
        case .update: update(entry, at: place, old)
        case .add:
          var question = entry.question
          let isTaken = question.id.map(ids.contains) ?? wordings.contains(
            QuestionID(of: question, inGroup: title))
          if isTaken { question = question.distinct(from: ids, inGroup: title) }
          if let id = question.id { ids.insert(id) }
          wordings.insert(QuestionID(of: question, inGroup: title))
          addition.entries.append(Entry(question: question, extras: entry.extras))
        }
      }
      takenCount += addition.entries.count
      if !addition.entries.isEmpty || number == nil && groups == nil { additions.append(addition) }
    }
    if takenCount == 0 { additions = [] }
  }

  /// Whether the deck is as before.
  public var changesNothing: Bool { takenCount == 0 && updatedCount == 0 }

  private mutating func skip(_ entry: ImportContent.Entry, for old: Question) {
    let kind: ImportNotice.Kind =
      entry.question.answer == old.answer
      ? .known(prompt: old.prompt) : .otherAnswer(prompt: old.prompt, answer: old.answer)
    notices.append(.init(line: entry.line, kind: kind))
  }

  private mutating func update(
    _ entry: ImportContent.Entry, at place: QuestionPlace, _ old: Question
  ) {
    let new = old.updated(by: entry.question)
    guard replacements[place] == nil else {
      notices.append(.init(line: entry.line, kind: .repeated(firstLine: nil)))
      return
    }
    if new.isSame(as: old) {
      unchangedCount += 1
    } else {
      updatedCount += 1
      replacements[place] = Entry(question: new, extras: entry.extras)
    }
  }
}

/// The places of the questions that have an id.
private struct IDPlaces {
  private var places: [String: DeckMerge.QuestionPlace] = [:]

  init(_ source: DeckSource?) {
    for (number, group) in (source?.groups ?? []).enumerated() {
      for (index, question) in group.questions.enumerated() {
        if let id = question.question.id { places[id] = .init(group: number, question: index) }
      }
    }
  }

  subscript(id: String?) -> DeckMerge.QuestionPlace? { id.flatMap { places[$0] } }
}

/// The questions of a group by what they are found again.
private struct KnownQuestions {
  /// The identities of the questions.
  private(set) var wordings: Set<QuestionID> = []
  private var byWording: [QuestionID: DeckMerge.QuestionPlace] = [:]
  private var byText: [[String]: DeckMerge.QuestionPlace] = [:]
  private var byPrompt: [String: DeckMerge.QuestionPlace] = [:]

  init(
    _ source: DeckSource?, group number: Int?, title: String, import entries: [ImportContent.Entry]
  ) {
    guard let source, let number else { return }
    var counts: [String: Int] = [:]
    for (index, item) in source.groups[number].questions.enumerated() {
      let question = item.question
      let place = DeckMerge.QuestionPlace(group: number, question: index)
      wordings.insert(QuestionID(of: question, inGroup: title))
      byWording[QuestionID(ofWordingOf: question, inGroup: title)] = place
      byText[Self.text(question)] = place
      byPrompt[question.prompt.trimmed] = place
      counts[question.prompt.trimmed, default: 0] += 1
    }
    // Several with one prompt are different words; which of them is meant nobody can tell.
    var imported: [String: Int] = [:]
    for entry in entries { imported[entry.question.prompt.trimmed, default: 0] += 1 }
    for (prompt, count) in counts where count > 1 || imported[prompt, default: 0] > 1 {
      byPrompt[prompt] = nil
    }
  }

  func place(of entry: ImportContent.Entry) -> DeckMerge.QuestionPlace? {
    entry.wording.flatMap { byWording[$0] } ?? byText[Self.text(entry.question)]
      ?? byPrompt[entry.question.prompt.trimmed]
  }

  private static func text(_ question: Question) -> [String] {
    [question.prompt.trimmed, question.answer.trimmed, question.cloze ?? ""]
  }
}
