import RabbleScreens
import RabbleText

/// The lines of a screen on their way to a terminal. What comes from outside is made printable as it
/// is added.
struct Page {
  /// A piece of text and its style.
  typealias Span = (text: String, style: TextStyle?)

  /// A label and its value.
  struct Row {
    /// What stands behind a label.
    enum Value {
      case text(String)
      case ruby(RubyText)
      /// A word's pitch, as it is drawn.
      case pitch(PitchPattern)
    }

    let label: String
    let value: Value
    let style: TextStyle?

    init(_ label: String, _ value: Value, _ style: TextStyle? = nil) {
      self.label = label
      self.value = value
      self.style = style
    }

    init(_ label: String, _ text: String, _ style: TextStyle? = nil) {
      self.init(label, .text(text), style)
    }
  }

  /// The lines so far, each with its end.
  private(set) var text = ""
  /// The width of a line in columns; `nil` means that nothing is broken.
  let width: Int?
  /// Whether the text is colored.
  let isColored: Bool
  /// How the learner wants it.
  let style = DisplayStyle.current

  init(width: Int?, isColored: Bool) {
    self.width = width
    self.isColored = isColored
  }

  /// Adds an empty line.
  mutating func addSpace() {
    text += "\n"
  }

  /// Adds a text, broken into lines where it must be.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - style: Its style, if any.
  ///   - indent: The columns before every line.
  ///   - hanging: The columns more before every line but the first.
  mutating func add(_ line: String, _ style: TextStyle? = nil, indent: Int = 0, hanging: Int = 0) {
    let lines = broken(line.shown, indent: indent, hanging: hanging)
    for (index, line) in lines.enumerated() {
      let margin = String(repeating: " ", count: index == 0 ? indent : indent + hanging)
      text += margin + styled(line, style) + "\n"
    }
  }

  /// Adds spans with a dot between them, as many on a line as fit.
  mutating func add(_ spans: [Span], indent: Int = 0) {
    let margin = String(repeating: " ", count: indent)
    var line = ""
    var used = 0
    for span in spans {
      let limit = (width ?? .max) - indent
      let columns = DisplayWidth.columns(of: span.text.shown)
      if !line.isEmpty, used + 3 + columns <= limit {
        line += styled(" · ", .muted) + styled(span.text.shown, span.style)
        used += 3 + columns
        continue
      }
      if !line.isEmpty { text += margin + line + "\n" }
      var lines = broken(span.text.shown, indent: indent, hanging: 0)
      let last = lines.removeLast()
      for line in lines { text += margin + styled(line, span.style) + "\n" }
      line = styled(last, span.style)
      used = DisplayWidth.columns(of: last)
    }
    if !line.isEmpty { text += margin + line + "\n" }
  }

  /// Adds a muted line; one that is too long is broken at the dots in it first, and ends in none.
  mutating func add(hints line: String) {
    let fits = width.map { DisplayWidth.columns(of: line.shown) + 2 <= $0 } ?? true
    let parts = fits ? [line] : line.split(separator: " · ").map(String.init)
    if parts.count > 1 {
      add(parts.map { ($0, .muted) }, indent: 2)
    } else {
      add(line, .muted, indent: 2)
    }
  }

  /// Adds rows whose values line up behind the widest label, or behind `labels` columns if that is more.
  /// On a narrow terminal a value of several lines stands below its label, where words need not be cut.
  mutating func add(_ rows: [Row], indent: Int, labels: Int = 0) {
    let labels = rows.map { DisplayWidth.columns(of: $0.label) }.reduce(labels, max)
    let isNarrow = width.map { $0 < Self.narrow } ?? false
    var isBelow = false
    for row in rows {
      var label = row.label
      if !label.isEmpty {
        isBelow = isNarrow && lines(of: row, indent: indent + labels + 2).count > 2
        if isBelow { addLine(label, .muted, indent: indent) }
      }
      if isBelow {
        for line in lines(of: row, indent: indent + 2) {
          addLine(line.text, row.style, indent: indent + 2)
        }
        continue
      }
      for line in lines(of: row, indent: indent + labels + 2) {
        if let kana = line.kana {
          addLine(kana, .muted, indent: indent + labels + 2)
          if line.text.isEmpty { continue }
        }
        let margin = String(repeating: " ", count: indent)
        text += margin + styled(label.padded(to: labels), .muted) + "  "
        text += styled(line.text, row.style) + "\n"
        label = ""
      }
    }
  }

  /// The lines of a row's value, each with the kana above it if there are any.
  private func lines(of row: Row, indent: Int) -> [(kana: String?, text: String)] {
    func plain(_ text: String) -> [(kana: String?, text: String)] {
      broken(text.shown, indent: indent, hanging: 0).map { (nil, $0) }
    }
    switch row.value {
    case .text(let text): return plain(text)
    case .ruby(let ruby):
      return ruby.paragraphs.flatMap { paragraph in
        guard let layout = layout(of: paragraph, indent: indent) else {
          return plain(inLine(paragraph))
        }
        return layout.lines.map { line in
          (line.kana.isEmpty ? nil : line.kana, line.text.withoutTrailingSpaces)
        }
      }
    case .pitch(let line):
      let columns = DisplayWidth.columns(of: line.text) + indent + 5
      return width.map { columns > $0 } ?? false
        ? plain(line.text + " [\(line.kernel)]") : [(nil, pitch(line))]
    }
  }

  /// Adds a line that is not broken.
  mutating func addLine(_ line: String, _ style: TextStyle?, indent: Int = 0) {
    text += String(repeating: " ", count: indent) + styled(line, style) + "\n"
  }

  /// Adds one line: a label, and spans right beside each other.
  mutating func add(_ spans: [Span], behind label: String, labels: Int, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    text += margin + styled(label, .muted) + "".padded(to: labels - label.count + 2)
    var rest = spans[...]
    while let first = rest.first {
      let alike = rest.prefix { $0.style == first.style }
      text += styled(alike.map(\.text).joined(), first.style)
      rest = rest.dropFirst(alike.count)
    }
    text += "\n"
  }

  /// A prompt for Readline that ends in `›`, and in `‹あ›` while keys turn into kana.
  func inputPrompts(_ text: String, _ style: TextStyle) -> LivePrompts {
    LivePrompts(
      on: inputPrompt(text, style, mark: "‹あ›"), off: inputPrompt(text, style))
  }

  /// A prompt for Readline that ends in `›`, or another mark.
  func inputPrompt(_ text: String, _ style: TextStyle, mark: String = "›") -> String {
    let mark = TextStyle.muted.apply(toReadlinePrompt: mark, isColored: isColored) + " "
    guard !text.isEmpty else { return mark }
    return style.apply(toReadlinePrompt: text.shown, isColored: isColored) + " " + mark
  }

  private func styled(_ text: String, _ style: TextStyle?) -> String {
    style?.apply(to: text, isColored: isColored) ?? text
  }

  private func broken(_ text: String, indent: Int, hanging: Int) -> [String] {
    guard let width else { return [text] }
    return text.wrapped(to: width - indent, hanging: hanging)
  }
}
