import RabbleQuestions
import RabbleText

/// A group while its lines are read.
struct MarkdownGroup {
  /// Its object in the tree.
  let node: Int
  let start: Int
  var end: Int
  var description = MarkdownLines()
  /// The array of its questions, once there is one.
  var questions: Int?
  /// Whether a question stood in it that is not in the tree.
  var hasFaultyQuestions = false
  /// How many questions began in it.
  var questionCount = 0

  /// Whether its heading is over.
  var hasQuestions: Bool { questionCount > 0 }
}

extension MarkdownReader {
  /// Reads a line between a group's title and its first question: one of its values, or a line of
  /// its description.
  mutating func readHeader(_ content: Range<Int>, line: Range<Int>) {
    group?.end = content.upperBound
    if let (name, value) = scanner.key(of: line) {
      let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
      switch MarkdownKey<GroupKey>(ofGroup: text[...]) {
      case .known(.field(.description)):
        group?.description.add(value, of: scanner, after: blankLines)
        return
      case .known(let key):
        blankLines = 0
        read(key, value, name: name)
        return
      case .extra(let owner, let key):
        let raw = Self.owner(owner)
        guard let type = extra(key, isOwned: owner != nil, value, name: text, known: raw.known)
        else { return }
        tree.add(raw.key, at: name, text: key)
        tree.add(type, at: value)
        return
      case .similar(let known):
        add(.markdown(.similarKey(found: text, known: known)), at: name, .valueIgnored)
      case .ofQuestion: add(.markdown(.keyOfQuestion(text)), at: name, .valueIgnored)
      case nil: break
      }
    } else if let name = scanner.fullWidthKey(of: line),
      MarkdownKey<GroupKey>(ofGroup: scanner.text(name)[...]) != nil
    {
      addFullWidthKey(name)
    }
    // The bullet of a list is part of a description.
    let text = content.lowerBound..<max(content.lowerBound, line.upperBound)
    group?.description.add(text, of: scanner, after: blankLines)
  }

  private static func owner(_ name: String?) -> (key: RawKey, known: [String]) {
    switch name {
    case GroupKey.settings.name:
      (.inside(GroupKey.settings), SettingKey.allCases.map(\.name))
    case GroupKey.score.name: (.inside(GroupKey.score), ScoreKey.allCases.map(\.name))
    default: (.unknown, GroupKey.allCases.map(\.name))
    }
  }

  private mutating func read(_ key: GroupKey, _ value: Range<Int>, name: Range<Int>) {
    switch key {
    case .field(let field):
      if case .directions = field.kind, !value.isEmpty {
        add(.known(key), at: name, elements: directions(value), of: value)
      } else {
        add(.known(key), at: name, value: value)
      }
    case .silence: addSilence(.known(key), at: name, value)
    case .score: readScore(value, name: name)
    case .settings, .questions: break
    }
  }

  /// Reads `3 correct, 1 incorrect`.
  private mutating func readScore(_ value: Range<Int>, name: Range<Int>) {
    let parts = scanner.split(value, at: [.comma])
    let counts = parts.map { part in
      part.lowerBound..<(part.first { !bytes[$0].isDigit } ?? part.upperBound)
    }
    let words = zip(parts, counts).map {
      scanner.text(scanner.trimmed($1.upperBound..<$0.upperBound))
    }
    let isSound =
      words == ["correct", "incorrect"] && counts.allSatisfy { Int(scanner.text($0)) != nil }
      && counts.allSatisfy { bytes[$0.upperBound].isBlank }
    tree.add(.known(GroupKey.score), at: name)
    guard isSound else {
      tree.add(.null, at: value)
      if !scanner.text(value).isBlank {
        add(.markdown(.malformedScore), at: value, .valueIgnored)
      }
      return
    }
    let object = tree.open(.object, at: value.lowerBound)
    for (key, count) in zip([ScoreKey.correct, .incorrect], counts) {
      tree.add(.known(key), at: count.start)
      tree.add(.number, at: count)
    }
    tree.close(object, at: value.upperBound)
  }
}
