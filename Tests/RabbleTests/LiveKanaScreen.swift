/// The lines a terminal shows after it was sent a text: as much of a terminal as Readline needs.
///
/// A line is as long as it gets: nothing wraps.
struct LiveKanaScreen {
  /// The lines, without the spaces at their ends.
  var lines: [String] {
    cells.map { line in
      let text = line.compactMap { $0 }.reduce(into: "") { $0.unicodeScalars.append($1) }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The columns of each line; the second one of a wide letter is `nil`.
  private var cells: [[Unicode.Scalar?]] = [[]]
  private var row = 0
  private var column = 0

  init(_ sent: String) {
    var rest = Array(sent.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1b}": obey(&rest)
      case "\r": column = 0
      case "\n": feed()
      case "\u{8}": column = max(0, column - 1)
      case "\u{7}": break
      default: show(scalar)
      }
    }
  }

  private mutating func feed() {
    row += 1
    while cells.count <= row { cells.append([]) }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    // Kana, kanji and full-width signs; nothing else here is wide.
    let isWide = 0x2e80...0xffef ~= scalar.value
    let end = column + (isWide ? 2 : 1)
    while cells[row].count < end { cells[row].append(" ") }
    cells[row][column] = scalar
    if isWide { cells[row][column + 1] = nil }
    column = end
  }

  private mutating func obey(_ rest: inout ArraySlice<Unicode.Scalar>) {
    if rest.first == "M" {
      rest.removeFirst()
      row = max(0, row - 1)
      return
    }
    guard rest.first == "[" else { return }
    rest.removeFirst()
    var parameter = ""
    while let scalar = rest.popFirst() {
      guard 0x40...0x7e ~= scalar.value else {
        parameter.unicodeScalars.append(scalar)
        continue
      }
      obey(scalar, Int(parameter))
      return
    }
  }

  private mutating func obey(_ command: Unicode.Scalar, _ parameter: Int?) {
    let count = max(1, parameter ?? 1)
    let width = cells[row].count
    switch command {
    case "A": row = max(0, row - count)
    case "C": column += count
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "K" where column < width: cells[row].removeSubrange(column...)
    case "P" where column < width: cells[row].removeSubrange(column..<min(width, column + count))
    case "@" where column < width:
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
    default: break
    }
    while cells[row].count < column { cells[row].append(" ") }
  }
}

extension PseudoTerminal {
  /// Waits until a line is shown on the terminal's screen as the last one.
  func expectLastLine(_ line: String, timeout seconds: Double = ChildProcess.patience) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(seconds)
    while LiveKanaScreen(raw).lines.last != line {
      guard clock.now < deadline else {
        throw Surprise("“\(line)” was not shown, but “\(LiveKanaScreen(raw).lines.last ?? "")”")
      }
      // Waits a little for whatever comes; what it waits for may have been there before.
      _ = try? expect(line.last.map(String.init) ?? " ", timeout: 0.02)
    }
  }
}
