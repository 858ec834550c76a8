import RabbleText

/// A line that turns into kana while it is being typed, key by key.
///
///     var line = LiveKana()
///     for key in "konnichiwa" { line.type(key) }
///     line.text  // こんにちわ
///     line.keys  // konnichiwa
///
/// Keys that may still grow into another kana wait as they are; `n` waits for what follows. The raw
/// keys are kept, because what they mean can depend on the answer: hand them to the judge.
public struct LiveKana: LiveInput, Hashable {
  private struct Unit: Hashable {
    var text: String
    var keys: String
  }

  private let conversion: KanaConversion
  private var settled: [Unit] = []
  private var waiting = ""

  /// Makes an empty line.
  public init(to target: KanaConversion.Target = .byCase) {
    conversion = KanaConversion(to: target)
  }

  /// The line as it stands: kana, and the keys that wait.
  public var text: String { settled.map(\.text).joined() + waiting }

  /// The keys that make the line.
  public var keys: String { settled.map(\.keys).joined() + waiting }

  /// Takes a key, or a letter that an input method or the clipboard sends.
  ///
  /// - Returns: What changes in the text.
  @discardableResult public mutating func type(_ key: Character) -> LiveEdit {
    editing {
      if let last = $0.settled.last, last.keys.lowercased() == "nn", $0.waiting.isEmpty,
        "aiueoy".contains(key.lowercased())
      {
        // nn was the end of one syllable and the beginning of the next: こん and な in konna.
        $0.settled[$0.settled.count - 1].keys = String(last.keys.prefix(1))
        $0.waiting = String(last.keys.suffix(1))
      }
      $0.waiting.append(key)
      $0.settle()
    }
  }

  /// Erases the last kana or the last waiting key; of two kana that were made together only the
  /// second goes.
  ///
  /// - Returns: What changes in the text.
  @discardableResult public mutating func eraseLast() -> LiveEdit {
    editing {
      guard $0.waiting.isEmpty else {
        $0.waiting.removeLast()
        return
      }
      guard let last = $0.settled.popLast(), last.text.count > 1 else { return }
      let text = String(last.text.dropLast())
      $0.settled.append(Unit(text: text, keys: Romanization.wapuro.romanized(text)))
    }
  }

  /// Ends the line: a waiting n becomes ん.
  ///
  /// - Returns: What changes in the text.
  @discardableResult public mutating func commit() -> LiveEdit {
    editing {
      if $0.waiting.lowercased() == "n" { $0.settle("n", as: ["ん"]) }
    }
  }

  private mutating func editing(_ change: (inout LiveKana) -> Void) -> LiveEdit {
    let before = Array(text)
    change(&self)
    let after = Array(text)
    let same = zip(before, after).prefix { $0 == $1 }.count
    return LiveEdit(erased: before.count - same, inserted: String(after[same...]))
  }

  private mutating func settle() {
    while let first = waiting.first {
      let table = KeyTable.standard
      let keys = waiting.lowercased()
      let rest = String(keys.dropFirst())
      if keys == "nn" || keys == "n " { return settle(keys, as: ["ん"]) }
      if keys != "n", let kana = table.kana[keys] { return settle(keys, as: kana) }
      if keys == "n" || table.beginnings.contains(keys) { return }
      if let kana = Self.firstHalf(keys) {
        if let next = table.kana[rest] { return settle(keys, as: kana + next) }
        if table.beginnings.contains(rest) { return }
      }
      if keys.hasPrefix("n") {
        settle("n", as: ["ん"])
      } else {
        pass(first)
      }
    }
  }

  /// The kana that the first of several keys makes because of the second: っ in kk, ん in mb.
  private static func firstHalf(_ keys: String) -> Reading? {
    let letters = keys.prefix(2).map(String.init)
    guard letters.count == 2 else { return nil }
    if KanaConversion.makesSmallTsu(letters[0], before: letters[1]) { return ["っ"] }
    return keys.hasPrefix("mb") || keys.hasPrefix("mp") ? ["ん"] : nil
  }

  private mutating func settle(_ keys: String, as reading: Reading) {
    let typed = waiting.prefix(keys.count)
    let kana = reading.map { conversion.inTarget($0, from: typed) }
    settled.append(Unit(text: String(kana), keys: String(typed)))
    waiting.removeFirst(keys.count)
  }

  private mutating func pass(_ letter: Character) {
    let text = Punctuation.japanese[letter] ?? letter
    settled.append(Unit(text: String(text), keys: String(letter)))
    waiting.removeFirst()
  }
}
