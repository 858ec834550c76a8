import CReadline
import RabbleText
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The keys of a line that turns into another script: Readline's own functions in our wrapping, on
/// the keys that `~/.inputrc` has left to them.
///
/// Every change goes through Readline, as one step of its undo. What is not converted goes to the
/// function it was for.
enum LiveKeys {
  /// A function of Readline's that a key can be bound to: it takes a numeric argument and the key.
  typealias Function = @convention(c) (Int32, Int32) -> Int32

  private struct State {
    var line: LiveLine?
    var prompts = LivePrompts(on: "", off: "")
    var isOn = true
  }

  private static let state = Mutex(State())

  /// What to show before a line whose keys can turn into another script.
  static func prompt(of prompts: LivePrompts) -> String {
    state.withLock { $0.isOn ? prompts.on : prompts.off }
  }

  /// Begins a line; Readline must have set the terminal up, since that binds keys, too.
  static func begin(_ input: any LiveInput, prompts: LivePrompts) {
    state.withLock {
      $0.line = LiveLine(input)
      $0.prompts = prompts
    }
    bind()
  }

  /// Binds the keys again after Readline has set the terminal up again.
  static func bind() {
    guard state.withLock({ $0.line != nil }) else { return }
    for key in keys { key.replace(key.plain, by: key.wrapping) }
  }

  /// Ends a line: the keys are Readline's again.
  ///
  /// - Returns: The keys that made the line, if they were turned into something else.
  @discardableResult static func end(_ line: String? = nil) -> String? {
    for key in keys { key.replace(key.wrapping, by: key.plain) }
    return state.withLock { state in
      defer { state.line = nil }
      return line.flatMap { state.line?.keys(of: $0) }
    }
  }

  /// Turns the conversion on or off, for this line and the next ones.
  static let toggle: Function = { _, _ in
    let prompt = state.withLock { state -> String? in
      guard state.line != nil else { return nil }
      state.isOn.toggle()
      return state.isOn ? state.prompts.on : state.prompts.off
    }
    guard let prompt else { return rl_ding() }
    creadline_change_prompt(prompt)
    return 0
  }

  private static let insert: Function = { count, key in
    guard count > 0, creadline_is_inserting() != 0 else { return rl_insert(count, key) }
    // So long a line is pasted: alone, Readline takes its keys many at a time.
    if creadline_length() >= LiveLine.longest { end() }
    let letter = Character(UnicodeScalar(UInt8(truncatingIfNeeded: key)))
    for done in 0..<count where !type(letter) {
      return rl_insert(count - done, key)
    }
    return 0
  }

  private static let eraseLast: Function = { count, key in
    guard count == 1, creadline_is_inserting() != 0,
      let change = change({ $0.eraseLast(between: $1, and: $2) })
    else { return rl_rubout(count, key) }
    make(change)
    return 0
  }

  private static let accept: Function = { count, key in
    if let change = change({ $0.commit($1 + $2) }) {
      creadline_move_to_end()
      make(change)
      rl_redisplay()
    }
    return rl_newline(count, key)
  }

  private static let paste: Function = { count, key in
    rl_begin_undo_group()
    defer { rl_end_undo_group() }
    let start = creadline_point()
    let result = rl_bracketed_paste_begin(count, key)
    guard state.withLock({ $0.isOn && $0.line != nil }), creadline_length() <= LiveLine.longest,
      let pasted = text(from: start, to: creadline_point())
    else { return result }
    creadline_replace(creadline_point() - start, "")
    for letter in pasted where !type(letter) { rl_insert_text(String(letter)) }
    return result
  }

  private struct Key {
    let wrapping: Function
    let plain: Function
    let range: ClosedRange<Int32>?

    func replace(_ before: Function, by after: Function) {
      if let range {
        creadline_rebind(before, after, range.lowerBound, range.upperBound)
      } else {
        creadline_rebind_paste(before, after)
      }
    }
  }

  private static let keys = [
    Key(wrapping: insert, plain: rl_insert, range: 0x20...0x7e),
    Key(wrapping: eraseLast, plain: rl_rubout, range: 0...0x7f),
    Key(wrapping: accept, plain: rl_newline, range: 0...0x7f),
    Key(wrapping: toggle, plain: rl_transpose_chars, range: 0x14...0x14),
    Key(wrapping: paste, plain: rl_bracketed_paste_begin, range: nil),
  ]

  /// Types a letter at the cursor, if it is to be converted.
  private static func type(_ letter: Character) -> Bool {
    guard let change = change({ $0.type(letter, between: $1, and: $2) }) else { return false }
    make(change)
    return true
  }

  /// Asks the line what a key does between the texts before and behind the cursor; `nil` when
  /// nothing is to be converted.
  private static func change(
    _ question: (inout LiveLine, String, String) -> LiveLine.Change?
  ) -> LiveLine.Change? {
    guard creadline_length() <= LiveLine.longest,
      let before = text(from: 0, to: creadline_point()),
      let after = text(from: creadline_point(), to: creadline_length())
    else { return nil }
    return state.withLock { state in
      guard state.isOn, var line = state.line else { return nil }
      defer { state.line = line }
      return question(&line, before, after)
    }
  }

  private static func make(_ change: LiveLine.Change) {
    creadline_replace(Int32(change.erased), change.inserted)
  }

  /// A part of the line; `nil` when it is no UTF-8.
  private static func text(from start: Int32, to end: Int32) -> String? {
    guard let copy = rl_copy_text(start, end) else { return nil }
    defer { free(copy) }
    return String(validatingCString: copy)
  }
}

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

  /// What a key does between two texts; `nil` when it does what it always does, because the line
  /// is too long, or a command, or becomes one.
  mutating func type(_ key: Character, between before: String, and after: String) -> Change? {
    guard Self.isConverted(before + String(key) + after) else { return nil }
    return change(before) { $0.type(key) }
  }

  /// What Backspace does between two texts; `nil` when it does what it always does.
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

/// What stands before a line whose keys can turn into another script; parts that take no column
/// stand between U+0001 and U+0002.
struct LivePrompts: Hashable {
  /// While keys turn into the other script.
  let on: String
  /// While they do not.
  let off: String
}
