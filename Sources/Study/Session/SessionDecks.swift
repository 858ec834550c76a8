import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleStorage
import RabbleText

/// The decks of a session: what is studied, also after files were changed, renamed or removed meanwhile.
struct SessionDecks {
  /// The groups that are studied.
  private(set) var plan: StudyPlan
  private var stamps: DeckStamps

  /// The decks of a plan, as they are now.
  init(_ plan: StudyPlan) {
    self.plan = plan
    stamps = DeckStamps(of: plan)
  }

  /// Reads the decks again, and follows what is studied to where it is now.
  ///
  /// With `isUndoing`, a change of theirs was just undone or redone.
  ///
  /// - Throws: an error of the decks or the review log.
  mutating func reread(_ library: inout Library, isUndoing: Bool = false) throws {
    let before = library.groups
    // What the groups of a file that is gone had is known only until the decks are read again.
    let gone = plan.groups.filter { !DeckCatalog.exists($0.deck) }
    let former = try gone.isEmpty ? [] : library.log.read { try $0.decks.questions(of: gone) }
    try library.refresh(isUndoing: isUndoing)
    plan = try plan.updated(from: before, to: library.groups) { group, candidates in
      let questions = Set(former.filter { $0.group == group }.map(\.id))
      guard !questions.isEmpty else { return nil }
      return try library.log.read { tx in
        try candidates.first { candidate in
          try tx.decks.questions(of: [candidate]).contains { questions.contains($0.id) }
        }
      }
    }
    stamps = DeckStamps(of: plan)
  }

  /// Reads decks again that another program has changed.
  ///
  /// - Returns: what there is to say, a line each; nothing where no deck has changed.
  /// - Throws: an error of the decks or the review log.
  mutating func rereadChanged(_ library: inout Library) throws -> [String] {
    let changed = stamps.changed
    guard !changed.isEmpty else { return [] }
    let gone = changed.filter { !DeckCatalog.exists($0) }
    let former = plan.groups
    // A file of the same length may have the same content.
    let touched = changed.filter(stamps.hasSameSize)
    let before = (messages: library.messages, content: try Self.content(of: touched, library))
    try reread(&library)
    let after = try Self.content(of: touched, library)
    let present = changed.filter {
      let path = ExactText($0)
      return !gone.contains($0)
        && (before.content[path] == nil || before.content[path] != after[path])
    }
    if present.isEmpty, gone.isEmpty, library.messages == before.messages { return [] }
    var lines = present.isEmpty ? [] : ["Changed on disk, and read again: \(Self.names(present))."]
    for path in gone {
      let groups = former.filter { $0.deck == path }
      let known = Set(former.map(\.deck))
      let found = plan.groups.filter { group in
        groups.contains { $0.title == group.title } || !known.contains(group.deck)
      }
      let lost =
        groups.count <= found.count
        ? [] : groups.filter { group in !plan.groups.contains { $0.title == group.title } }
      if found.isEmpty {
        lines.append("\(Self.names([path])) is no longer there, so its cards are not asked.")
      } else {
        lines.append(
          "\(Self.names([path])) is no longer there; its cards are in "
            + "\(Self.names(Set(found.map(\.deck)).sorted())) now."
            + (lost.isEmpty
              ? ""
              : " No longer asked: \(lost.map { "“\($0.label)”" }.joined(separator: ", "))."))
      }
    }
    return lines + library.messages
  }

  private static func content(of paths: [String], _ library: Library) throws
    -> [ExactText: [QuestionGroup]]
  {
    guard !paths.isEmpty else { return [:] }
    return try library.log.read { tx in
      try Dictionary(
        uniqueKeysWithValues: paths.map {
          (ExactText($0), try tx.decks.content(of: tx.decks.groups(of: [$0])))
        })
    }
  }

  /// The names of some files; of many the first three, and how many more there are.
  static func names(_ paths: [String]) -> String {
    let names = paths.map { String($0.split(separator: "/").last ?? "") }
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  /// What the cards of a new card's group have in common with it, those that were started first.
  ///
  /// - Throws: an error of the review log.
  func alike(to card: Card, _ tx: Transaction) throws -> [String] {
    guard let group = plan.groups.first(where: { $0.name == card.group }),
      group.questions <= Self.mostCompared
    else { return [] }
    let started = try tx.decks.started(in: group)
    let others = try tx.decks.content(of: [group]).first?.questions ?? []
    return
      others.enumerated()
      .filter { $1 != card.question && started[$0]?.isEmpty == false }
      .compactMap { _, other in
        Likeness.of(card.question, other).map {
          "\(RubyText(other.prompt).base) = \(RubyText(other.answer).base): \($0.words)"
        }
      }
      .prefix(3).map(\.self)
  }

  /// The most questions of a group that a new card is compared with.
  private static let mostCompared = 500
}

/// What the file system says of the files of a plan's decks.
private struct DeckStamps {
  private let stamps: [ExactText: FileSignature?]

  init(of plan: StudyPlan) {
    stamps = plan.groups.reduce(into: [:]) {
      $0[ExactText($1.deck)] = .some(FileSignature.of(path: $1.deck))
    }
  }

  /// The files that have changed since.
  var changed: [String] {
    stamps.filter { FileSignature.of(path: $0.key.text) != $0.value }.map(\.key.text).sorted()
  }

  /// Whether a file has as many bytes as it had.
  func hasSameSize(_ path: String) -> Bool {
    guard let before = stamps[ExactText(path)] ?? nil else { return false }
    return before.size == FileSignature.of(path: path)?.size
  }
}
