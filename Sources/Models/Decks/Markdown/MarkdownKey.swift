import RabbleQuestions
import RabbleText

/// What the name before the colon of a line says: `hint` in `hint: text`.
enum MarkdownKey<Known: DeckKeyword>: Hashable, Sendable {
  /// A value that decks have.
  case known(Known)
  /// A value that this program knows nothing of: `x-` and its key.
  case extra(owner: String?, key: String)
  /// No key, though it looks like this one.
  case similar(String)
  /// No key of a group, but one of its questions.
  case ofQuestion
}

extension MarkdownKey<QuestionKey> {
  /// What a name below a question says; `nil` for a word of a text.
  init?(ofQuestion name: Substring) {
    self.init(name, among: QuestionKey.names, owners: [Question.Field.example.key])
  }
}

extension MarkdownKey<GroupKey> {
  /// What a name below a group's heading says; `nil` for a word of a text.
  init?(ofGroup name: Substring) {
    let owners = [GroupKey.settings.name, GroupKey.score.name]
    if let key = MarkdownKey(name, among: GroupKey.names, owners: owners) {
      self = key
      return
    }
    let folded = name.lowercased().filter { $0 != " " && $0 != "_" }
    if let field = QuestionGroup.Field.allCases.first(where: { $0.aliases.contains(folded) }),
      let known = field.markdownNames.first
    {
      self = .similar(known)
    } else if folded == Question.Field.tags.key {
      self = .ofQuestion
    } else {
      return nil
    }
  }
}

extension QuestionKey {
  /// The names of a question's values, that which is written first.
  fileprivate static let names =
    Question.Field.allCases.flatMap { field in
      field.markdownNames.map { (name: $0, key: QuestionKey.field(field)) }
    } + [(name: QuestionKey.silence.name, key: .silence)]
}

extension GroupKey {
  /// The names of a group's values, that which is written first; settings are among them.
  fileprivate static let names =
    QuestionGroup.Field.allCases.flatMap { field in
      field.markdownNames.map { (name: $0, key: GroupKey.field(field)) }
    } + [GroupKey.score, .silence].map { (name: $0.name, key: $0) }
}

extension MarkdownKey {
  private init?(_ name: Substring, among names: [(name: String, key: Known)], owners: [String]) {
    if name.hasPrefix("x-") {
      guard let (owner, key) = Self.extra(name.dropFirst(2), owners: owners) else { return nil }
      self = .extra(owner: owner, key: key)
      return
    }
    var folded = name.lowercased().replacing("_", with: " ")[...]
    while folded.last == " " { folded.removeLast() }
    if let known = names.first(where: { $0.name == folded }) {
      self = .known(known.key)
      return
    }
    let similar = names.first {
      let most = $0.name.count > 6 ? 2 : 1
      return $0.name.count > 3 && abs($0.name.count - folded.count) <= 2
        && EditDistance.between(folded, $0.name, atMost: most) <= most
    }
    guard let similar else { return nil }
    self = .similar(similar.name)
  }

  /// Reads what follows `x-`: `key` or `"any key"`, each also after `owner.`.
  private static func extra(_ text: Substring, owners: [String]) -> (owner: String?, key: String)? {
    for owner in owners where text.hasPrefix(owner + ".") {
      return key(text.dropFirst(owner.count + 1)).map { (owner, $0) }
    }
    return key(text).map { (nil, $0) }
  }

  private static func key(_ text: Substring) -> String? {
    guard text.utf8.first == .quotationMark else { return text.isEmpty ? nil : String(text) }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        let document = try JSONParser.document(bytes, depthLimit: 0)
        return document.type(of: 0) == .string ? document.string(0) : nil
      } catch {
        return nil
      }
    }
  }
}
