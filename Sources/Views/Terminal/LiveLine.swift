import RabbleScreens

/// A line that is edited while its keys turn into another script: what a key does to it, wherever
/// the cursor is and whatever else has changed the line since the last key.
///
/// The keys of a text are known as long as it is one that was typed here, also after an undo or a
/// way back with the arrow keys. Otherwise the letters right before the cursor that may still wait
/// for another key are taken up, and what stands before them stays as it is.
struct LiveLine: Sendable {
  /// What happens to a line right before the cursor.
  struct Change: Hashable {
    /// How many bytes of UTF-8 go.
    let erased: Int
    /// What comes in their place.
    let inserted: String
  }

  /// A text that ends with what the input has made.
  private struct Passage {
    var untouched: String
    var input: any LiveInput

    /// Whether this is exactly a text, byte for byte.
    func isText(_ text: String) -> Bool {
      text.utf8.elementsEqual((untouched + input.text).utf8)
    }
  }

  /// The longest line, in bytes of UTF-8, that is still converted: no answer is that long.
  static let longest = 256

  private static let mostPassages = 256
  private static let mostWaitingLetters = 4

  private let emptyInput: any LiveInput
  private var passage: Passage
  private var earlier: [Passage] = []

  /// Makes an empty line.
  init(_ emptyInput: any LiveInput) {
    self.emptyInput = emptyInput
    passage = Passage(untouched: "", input: emptyInput)
  }

  /// What a key does between two texts; `nil` when it shall do what it always does, because the line
  /// is too long, or a command, or becomes one.
  mutating func type(_ key: Character, between before: String, and after: String) -> Change? {
    guard Self.isConverted(before + String(key) + after) else { return nil }
    return change(before) { $0.type(key) }
  }

  /// What Backspace does between two texts; `nil` when it shall do what it always does.
  mutating func eraseLast(between before: String, and after: String) -> Change? {
    guard Self.isConverted(before + after) else { return nil }
    follow(before)
    return passage.input.text.isEmpty ? nil : change(before) { $0.eraseLast() }
  }

  /// What Enter does at the end of a line; `nil` when it does nothing more than always.
  mutating func commit(_ line: String) -> Change? {
    Self.isConverted(line) ? change(line) { $0.commit() } : nil
  }

  /// The keys that make a whole line; `nil` when they are not known, or are the line itself.
  mutating func keys(of line: String) -> String? {
    guard Self.isConverted(line) else { return nil }
    follow(line)
    return passage.untouched.isEmpty && passage.input.keys != line ? passage.input.keys : nil
  }

  private mutating func change(_ before: String, by edit: (inout any LiveInput) -> LiveEdit)
    -> Change
  {
    follow(before)
    earlier.append(passage)
    if earlier.count > Self.mostPassages { earlier.removeFirst() }
    let text = passage.input.text
    let edit = edit(&passage.input)
    return Change(
      erased: String(text.suffix(edit.erased)).utf8.count, inserted: edit.inserted)
  }

  /// Makes the passage end at the cursor, whatever has changed the line.
  private mutating func follow(_ before: String) {
    if passage.isText(before) { return }
    if let known = earlier.last(where: { $0.isText(before) }) {
      passage = known
      return
    }
    let counts = [before.count] + (0...Self.mostWaitingLetters).reversed()
    for count in counts where count <= before.count {
      var input = emptyInput
      for letter in before.suffix(count) { _ = input.type(letter) }
      let candidate = Passage(untouched: String(before.dropLast(count)), input: input)
      if candidate.isText(before) {
        passage = candidate
        return
      }
    }
  }

  /// Whether a line is neither too long nor a command, which begins with a colon, in ASCII or full
  /// width.
  private static func isConverted(_ line: String) -> Bool {
    guard line.utf8.count <= longest else { return false }
    let first = line.first { $0 != " " && $0 != "\t" && $0 != "\u{3000}" }
    return first != ":" && first != "："
  }
}
