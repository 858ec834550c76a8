import RabbleDecks
import RabbleQuestions
import RabbleText

/// What happens to a question of an import that the deck already has.
package enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// It is not imported.
  case skip
  /// It replaces the one in the deck, which keeps its history and what the file says nothing about.
  case update
  /// It is added as well.
  case add
}

/// Decides about each question of an import: whether the deck has it, and what becomes of it then.
///
/// A duplicate is the question with the same id; else the one that was exported under this wording;
/// else the one with the same prompt and answer in the same group; else the only one with its prompt
/// there, if it is the only one in the import too: はし the bridge is no duplicate of はし the chopsticks.
struct ImportDuplicates {
  /// What becomes of a question.
  enum Decision {
    case add(Question)
    case replace(QuestionIndex, by: Question)
    case unchanged
    case skip(ImportNotice.Kind)
  }

  private let deck: DeckSource
  private let policy: DuplicatePolicy
  private let isKnownByIDAlone: Bool
  /// The identities of questions that other decks have, which take none.
  private let elsewhere: Set<QuestionID>
  /// What questions of Anki read when they were imported last.
  private let lastTexts: ImportedTexts?
  /// The wordings that questions of the deck have now, by those that they were exported under.
  private let rewordings: [QuestionID: QuestionID]
  private let indexByID: [String: QuestionIndex]
  /// The questions of all groups by the wordings that they are exported under: a note may be in another deck of
  /// Anki since.
  private let indexByWording: [QuestionID: QuestionIndex]
  /// The last number that was given to a name whose id was taken.
  private var numbers: [String: Int] = [:]
  /// The ids that are in use.
  private var ids: Set<String>
  /// The questions that an earlier one of the import has changed.
  private var replaced: Set<QuestionIndex> = []
  /// How many questions the deck has in another group than the one they would come into.
  private(set) var movedCount = 0
  /// How many questions other decks have.
  private(set) var elsewhereCount = 0
  /// How many questions were edited here, and read in the other program as at the last import.
  private(set) var keptCount = 0

  // What is known about the group that the questions come into.
  private var title = ""
  private var identities: Set<QuestionID> = []
  private var indexByTexts: [[String]: QuestionIndex] = [:]
  private var indexByPrompt: [String: QuestionIndex] = [:]

  init(
    in deck: DeckSource, policy: DuplicatePolicy, isKnownByIDAlone: Bool = false,
    hasWordings: Bool = true, rewordings: [QuestionID: QuestionID] = [:],
    elsewhere: Set<QuestionID> = [], lastTexts: ImportedTexts? = nil
  ) {
    self.elsewhere = elsewhere
    self.lastTexts = lastTexts
    self.deck = deck
    self.rewordings = rewordings
    self.policy = policy
    self.isKnownByIDAlone = isKnownByIDAlone
    var indexByID: [String: QuestionIndex] = [:]
    var indexByWording: [QuestionID: QuestionIndex] = [:]
    for (number, group) in deck.groups.enumerated() {
      for (index, question) in group.questions.enumerated() {
        let place = QuestionIndex(group: number, question: index)
        if let id = question.question.id { indexByID[id] = place }
        guard hasWordings else { continue }
        let wording = QuestionID(ofWordingOf: question.question, inGroup: group.group.title)
        indexByWording[wording] = place
      }
    }
    self.indexByID = indexByID
    self.indexByWording = indexByWording
    ids = Set(indexByID.keys)
  }

  /// Begins a group of the import, which comes into the deck's group `number` or is new.
  mutating func begin(_ group: ImportContent.Group, into number: Int?) {
    title = group.header.title
    identities = []
    indexByTexts = [:]
    indexByPrompt = [:]
    guard let number else { return }
    var counts: [String: Int] = [:]
    for (index, item) in deck.groups[number].questions.enumerated() {
      let question = item.question
      let place = QuestionIndex(group: number, question: index)
      identities.insert(QuestionID(of: question, inGroup: title))
      indexByTexts[Self.texts(question)] = place
      indexByPrompt[question.prompt.trimmed] = place
      counts[question.prompt.trimmed, default: 0] += 1
    }
    // Several questions with one prompt are different words; it is unknown which of them is meant.
    var imported: [String: Int] = [:]
    for item in group.items { imported[item.question.prompt.trimmed, default: 0] += 1 }
    for (prompt, count) in counts where count > 1 || imported[prompt, default: 0] > 1 {
      indexByPrompt[prompt] = nil
    }
  }

  /// Decides about the next question of the group.
  mutating func decide(_ item: ImportContent.Item) -> Decision {
    var question = item.question
    guard let index = index(of: item) else {
      let identity = item.wording ?? QuestionID(of: question, inGroup: title)
      if elsewhere.contains(identity) {
        elsewhereCount += 1
        return .unchanged
      }
      if let id = question.id, !ids.insert(id).inserted { question.id = nil }
      let isNew = identities.insert(QuestionID(of: question, inGroup: title)).inserted
      return isNew ? .add(question) : .skip(.repeated(firstLine: nil))
    }
    let old = deck.groups[index.group].questions[index.question].question
    if !deck.groups[index.group].group.title.isSame(as: title) { movedCount += 1 }
    switch policy {
    case .skip:
      return .skip(
        question.answer == old.answer
          ? .known(prompt: old.prompt) : .otherAnswer(prompt: old.prompt, answer: old.answer))
    case .update:
      if replaced.contains(index) { return .skip(.repeated(firstLine: nil)) }
      // It was edited here since, and the other program has it as it was; its group may have another title
      // there, or here.
      if let wording = item.wording, rewordings[wording] != nil,
        [title, deck.groups[index.group].group.title].contains(where: {
          QuestionID(ofWordingOf: question, inGroup: $0) == wording
        })
      {
        return .unchanged
      }
      // A file without the settings of groups names the directions that the group has for all.
      let usual = old.askedDirections(byDefault: deck.groups[index.group].group.directions)
      if old.directions == nil, question.directions == usual.filter({ $0.name != nil }) {
        question.directions = nil
      }
      var new = old.updated(by: question)
      if lastTexts?.hasLostTags(item) ?? false { new.tags = [] }
      if new.isSame(as: old) { return .unchanged }
      new = lastTexts?.kept(of: old, in: new, item) ?? new
      if new.isSame(as: old) {
        keptCount += 1
        return .unchanged
      }
      replaced.insert(index)
      return .replace(index, by: new)
    case .add:
      let isTaken =
        question.id.map(ids.contains)
        ?? identities.contains(QuestionID(of: question, inGroup: title))
      if isTaken { question.id = newID(for: question) }
      if let id = question.id { ids.insert(id) }
      identities.insert(QuestionID(of: question, inGroup: title))
      return .add(question)
    }
  }

  /// The question of the deck that one of the import is a duplicate of.
  private func index(of item: ImportContent.Item) -> QuestionIndex? {
    let exact =
      item.question.id.flatMap { indexByID[$0] }
      ?? item.wording.flatMap { indexByWording[rewordings[$0] ?? $0] }
    return exact != nil || isKnownByIDAlone
      ? exact
      : indexByTexts[Self.texts(item.question)] ?? indexByPrompt[item.question.prompt.trimmed]
  }

  private static func texts(_ question: Question) -> [String] {
    [question.prompt.trimmed, question.answer.trimmed, question.cloze ?? ""]
  }

  /// An id that no other question has.
  private mutating func newID(for question: Question) -> String {
    let wording = QuestionID(ofWordingOf: question, inGroup: title).description
    let name = question.id ?? String(wording.prefix(12))
    var number = numbers[name, default: 1] + 1
    while ids.contains("\(name)-\(number)") { number += 1 }
    numbers[name] = number
    return "\(name)-\(number)"
  }
}

extension ImportedTexts {
  /// A question as an import has it, with what was edited here, and not in the other program since the last import.
  fileprivate func kept(
    of old: Question, in new: Question, _ item: ImportContent.Item
  ) -> Question {
    var result = hasTexts(of: item) ? old : new
    result.tags = hasTags(of: item) ? old.tags : new.tags
    result.directions = hasDirections(of: item) ? old.directions : new.directions
    return result
  }
}

extension Question {
  /// The question as an import has it; it keeps its id, and what the import says nothing about.
  fileprivate func updated(by question: Question) -> Question {
    let other = restored(question)
    var result = self
    for field in Field.allCases {
      switch field.kind {
      case .required(let path): result[keyPath: path] = other[keyPath: path]
      case .text(let path), .choice(let path, _):
        result[keyPath: path] = other[keyPath: path] ?? self[keyPath: path]
      case .number(let path, _): result[keyPath: path] = other[keyPath: path] ?? self[keyPath: path]
      case .directions(let path):
        result[keyPath: path] = other[keyPath: path] ?? self[keyPath: path]
      case .example(let path): result[keyPath: path] = other[keyPath: path] ?? self[keyPath: path]
      // Other programs sort tags.
      case .list where field == .tags && Set(other.tags) == Set(tags): continue
      case .list(let path):
        if !other[keyPath: path].isEmpty { result[keyPath: path] = other[keyPath: path] }
      }
    }
    result.id = id ?? other.id
    // Furigana over another prompt or reading, and a cloze with another answer, no longer fit.
    let keepsFurigana = other.prompt.isSame(as: prompt) && result.reading == reading
    if other.furigana == nil, !keepsFurigana { result.furigana = nil }
    if other.cloze == nil, !other.answer.isSame(as: answer) { result.cloze = nil }
    return result
  }

  /// The question of an import with this one's sentence, if it is that sentence as Anki has it: with
  /// its blanks numbered, its prompt below it, and its answer as the first line of its note.
  private func restored(_ other: Question) -> Question {
    guard let sentence = ClozeText.sound(cloze), let text = other.cloze,
      !text.isSame(as: cloze ?? "")
    else { return other }
    let isOpened = prompt.isSame(as: sentence.opened)
    guard text.isSame(as: sentence.numbered + (isOpened ? "" : "\n" + prompt)) else { return other }
    var result = other
    (result.cloze, result.prompt, result.answer) = (cloze, prompt, answer)
    if let own = other.note, own.utf8.starts(with: answer.utf8) {
      let rest = String(own.utf8.dropFirst(answer.utf8.count))?.trimmed ?? ""
      result.note = rest.isEmpty ? nil : rest
    }
    return result
  }

  /// Whether every text of it has the same scalars as in another.
  func isSame(as other: Question) -> Bool {
    Field.allCases.allSatisfy { field in
      let (own, others) = (texts(field), other.texts(field))
      return own.count == others.count && zip(own, others).allSatisfy { $0.isSame(as: $1) }
    }
  }
}
