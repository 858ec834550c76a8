/// What a side of a Mochi card says as text: without the marks of Markdown.
struct MochiText {
  /// The text; furigana `{漢字}(かんじ)` is in brackets as Anki has it.
  private(set) var text = ""
  /// How many pictures and sounds are left out.
  private(set) var mediaCount = 0
  /// The labels written as `#label`.
  private(set) var tags: [String] = []

  init(_ markdown: String) {
    let html = HTMLText(markdown)
    mediaCount = html.mediaCount
    var lines: [String] = []
    for line in html.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let line = take(String(line)) { lines.append(line) }
    }
    text = lines.joined(separator: "\n").trimmed
  }

  /// A line without its marks; `nil` if it had nothing but labels.
  private mutating func take(_ line: String) -> String? {
    var line = line
    let heading = line.prefix { $0 == "#" }
    if !heading.isEmpty, line.dropFirst(heading.count).hasPrefix(" ") {
      line = String(line.dropFirst(heading.count + 1))
    } else if line.hasPrefix("> ") {
      line = String(line.dropFirst(2))
    }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let labels = words.filter { $0.count > 1 && $0.hasPrefix("#") && !$0.dropFirst().hasPrefix("#") }
    if !labels.isEmpty {
      tags += labels.map { String($0.dropFirst()) }.filter { !tags.contains($0) }
      line = words.filter { !labels.contains($0) }.joined(separator: " ")
      if line.isBlank { return nil }
    }
    return inline(line)
  }

  /// Takes the marks within a line: pictures, links, furigana, emphasis.
  private mutating func inline(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let first = rest.first {
      if rest.hasPrefix("!["), let link = Self.link(rest.dropFirst()) {
        mediaCount += 1
        rest = link.rest
      } else if first == "[", let link = Self.link(rest) {
        result += link.text
        rest = link.rest
      } else if first == "{", !rest.hasPrefix("{{"), let ruby = Self.link(rest, "{", "}") {
        if let last = result.last, !last.isWhitespace { result += " " }
        result += ruby.text + "[" + ruby.target + "]"
        rest = ruby.rest
      } else if let mark = ["**", "__", "~~", "=="].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(mark.count)
      } else if first == "*" || first == "`" {
        rest = rest.dropFirst()
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// A `[text](target)` at the beginning.
  private static func link(
    _ text: Substring, _ open: Character = "[", _ close: Character = "]"
  ) -> (text: String, target: String, rest: Substring)? {
    // A link is no longer than this, so that no bracket is looked after for ever.
    let near = text.prefix(1000)
    guard near.first == open, let end = near.firstIndex(of: close) else { return nil }
    let after = near[near.index(after: end)...]
    guard after.first == "(", let last = after.firstIndex(of: ")") else { return nil }
    return (
      String(near.dropFirst()[..<end]), String(after.dropFirst()[..<last]),
      text[text.index(after: last)...]
    )
  }
}
