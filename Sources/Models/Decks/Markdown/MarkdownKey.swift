import RabbleQuestions
import RabbleText

/// What the name before the colon of a line says: `hint` in `hint: text`.
enum MarkdownKey<Known: Hashable & Sendable>: Hashable, Sendable {
  /// A value that decks have.
  case known(Known)
  /// A value that this program knows nothing of: `x-` and its key.
  case extra(owner: String?, key: String)
  /// No key, though it looks like this one.
  case similar(String)
}

/// The names of a question's values.
enum MarkdownQuestionKey {
  /// The names, the one that is written first.
  static let names: [(name: String, key: DeckKey.Question)] = [
    ("id", .id), ("prompt", .prompt), ("answer", .answer), ("hint", .hint),
    ("reading", .reading), ("furigana", .furigana), ("also", .alternatives),
    ("alternatives", .alternatives), ("never", .blocked), ("blocked", .blocked),
    ("part of speech", .partOfSpeech), ("pitch", .pitch), ("example", .example),
    ("note", .note), ("tags", .tags), ("directions", .directions), ("cloze", .cloze),
    ("source", .source), ("silence", .silence),
  ]

  /// What the key is called where it is written.
  static func name(of key: DeckKey.Question) -> String {
    names.first { $0.key == key }?.name ?? key.name
  }

  /// What a name says; `nil` for a word of a text.
  static func of(_ name: String) -> MarkdownKey<DeckKey.Question>? {
    MarkdownKey(name, among: names, owners: ["example"])
  }
}

/// The names of a group's values.
enum MarkdownGroupKey {
  /// A value of a group, or one of its settings.
  enum Key: Hashable, Sendable {
    case own(DeckKey.Group)
    case setting(DeckKey.Settings)
  }

  /// The names, the one that is written first.
  static let names: [(name: String, key: Key)] = [
    ("description", .own(.description)), ("language", .own(.language)),
    ("author", .own(.author)), ("licence", .own(.licence)), ("license", .own(.licence)),
    ("version", .own(.version)), ("directions", .own(.directions)),
    ("accents", .setting(.accents)), ("furigana", .setting(.furigana)), ("score", .own(.score)),
    ("silence", .own(.silence)),
  ]

  /// What a name says; `nil` for a word of a text.
  static func of(_ name: String) -> MarkdownKey<Key>? {
    MarkdownKey(name, among: names, owners: ["settings", "score"])
  }
}

extension MarkdownKey {
  /// Reads a name.
  fileprivate init?(_ name: String, among names: [(name: String, key: Known)], owners: [String]) {
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
      $0.name.count > 3 && abs($0.name.count - folded.count) <= 2
        && EditDistance.between(folded, $0.name) <= ($0.name.count > 6 ? 2 : 1)
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
