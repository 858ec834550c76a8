import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW320–322: what means something in other programs, and is text here.
enum OtherProgramRules {
  static let checks = [
    Check(
      "RW320", "comment-in-text", .warning, "A comment of another language is part of a text.",
      example: "la nube :: cloud # sky", .text([.numberSign, .slash], comments)),
    Check(
      "RW321", "picture-or-sound", .warning,
      "A picture or a sound is shown as text, or not at all.",
      example: #"""
        la luna :: moon ![](luna.png)
          audio: luna.mp3
        """#, .question(media)),
    Check(
      "RW322", "formula", .warning, "A formula is shown as it is written.",
      example: #"la hipotenusa :: $\sqrt{a^2 + b^2}$"#, .text(.dollar, formulas)),
  ]

  // MARK: - Comments

  /// Finds `# text` behind an answer, and `// text`.
  private static func comments(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    guard value.isQuestion(.prompt) || value.isQuestion(.answer) || value.isDescription else {
      return
    }
    let isAnswer = value.isQuestion(.answer)
    let bytes = Array(value.text.utf8)
    for start in bytes.indices {
      let isFirst = start == 0 || bytes[start - 1] == 0x0A
      guard isFirst || (!value.isDescription && bytes[start - 1] == 0x20) else { continue }
      let mark = ["//", "# "].first { bytes[start...].starts(with: $0.utf8) }
      // A number sign by itself is a comment only behind something: `# 1` may be what is asked.
      guard let mark, mark == "//" || (isAnswer && !isFirst), start + 2 < bytes.count else {
        continue
      }
      let text = mark.trimmed
      findings.add(
        rule, in: value, start..<start + text.utf8.count,
        "\(value.name) contains \(text), which is no comment but part of the text",
        findings.deck.form == .markdown
          ? "put a comment between <!-- and -->" : "put it under a key \"comment\"")
      return
    }
  }

  // MARK: - Pictures and sounds

  private static let mediaKeys: Set<String> = [
    "audio", "sound", "picture", "image", "img", "video",
  ]
  private static let mediaEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "mp3", "ogg", "opus", "flac", "wav", "m4a",
    "mp4", "webm",
  ]
  private static let advice = "remove it, or say in words what it shows"

  /// Finds pictures and sounds in texts, in notes and under keys of their own.
  private static func media(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    for value in question.texts where value.traits.contains(.bracket) {
      guard let range = mediaMark(in: value.text) else { continue }
      findings.add(
        rule, in: value, range,
        "\(value.name) contains a picture or a sound, which is shown as text",
        advice)
    }
    if let note = question.text(.note) { noteLines(rule, note, &findings) }
    for field in question.source.fields where field.key == .unknown {
      let range = findings.deck.content(of: field.keySpan)
      let key = findings.deck.text(SourceSpan(range.lowerBound, range.upperBound))
      guard mediaKeys.contains(key.lowercased()) else { continue }
      findings.add(
        rule, at: field.keySpan,
        "\(Quoting.quoted(key)) is not used: pictures and sounds are not shown", advice)
    }
  }

  /// Finds lines such as `audio: luna.mp3`, which are read as the note.
  private static func noteLines(_ rule: Rule, _ note: TextValue, _ findings: inout FindingList) {
    var offset = 0
    for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { offset += line.utf8.count + 1 }
      guard let colon = line.firstIndex(of: ":"),
        mediaKeys.contains(line[..<colon].trimmed.lowercased()),
        isMedia(String(line[line.index(after: colon)...]).trimmed)
      else { continue }
      findings.add(
        rule, in: note, offset..<offset + line.utf8.count,
        "this line is read as the note: pictures and sounds are not shown", advice)
    }
  }

  /// The first of `![…](…)`, `[…](….mp3)`, `![[…]]` and `[sound:…]`, in bytes of the text.
  private static func mediaMark(in text: String) -> Range<Int>? {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return nil }
    let marks = [
      /!\[[^\]\n]*\]\([^)\n]*\)/, /!\[\[[^\]\n]*\]\]/, /\[sound:[^\]\n]*\]/,
    ]
    var found = marks.compactMap { text.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
    if found == nil, let link = text.firstMatch(of: /\[[^\]\n]*\]\(([^)\n]*)\)/),
      isMedia(String(link.1))
    {
      found = link.range
    }
    return found.map { range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + text[range].utf8.count
    }
  }

  /// Whether a text is the name of a file that is heard or looked at.
  private static func isMedia(_ text: String) -> Bool {
    text.split(separator: ".").last.map { mediaEndings.contains($0.lowercased()) } == true
      && text.contains(".")
  }

  // MARK: - Formulas

  /// Finds TeX between dollar signs. Prices have none of its marks, and a digit behind the second sign.
  private static func formulas(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    guard value.isContent || value.isQuestion(.note) else { return }
    for match in value.text.matches(of: /\$\$?([^$\s](?:[^$\n]*[^$\s])?)\$\$?/)
    where match.1.contains(where: { "\\^_{}=".contains($0) }) {
      let start = value.text.utf8.distance(from: value.text.startIndex, to: match.range.lowerBound)
      findings.add(
        rule, in: value, start..<start + match.0.utf8.count,
        "\(value.name) contains a formula, which is shown as it is written",
        "write it in plain text, such as x² or √2")
    }
  }
}

extension TextValue {
  /// Whether it is what a group says about itself.
  fileprivate var isDescription: Bool { field.key == .group(.description) }
}
