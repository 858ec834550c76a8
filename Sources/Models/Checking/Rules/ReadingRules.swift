import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleText

/// RW401–404, 409, 410, 413, 414: readings and the pitch drawn on them.
enum ReadingRules {
  static let checks = [
    Check(
      "RW401", "reading-not-kana", .warning, "The reading is not written in kana.",
      example: #"{"prompt": "食べる", "answer": "to eat", "reading": "食べる"}"#,
      .question(readingLetters)),
    Check(
      "RW402", "romaji", .warning, "Romaji are used in place of kana.", fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "dog", "reading": "inu"}"#, .question(readingRomaji)),
    Check(
      "RW403", "impossible-reading", .warning,
      "The reading contains kana in an order that no word has.",
      example: #"{"prompt": "切手", "answer": "stamp", "reading": "んきて"}"#,
      .question(impossibleReading)),
    Check(
      "RW404", "reading-does-not-fit", .warning, "The kana of the prompt do not match its reading.",
      example: #"{"prompt": "食べる", "answer": "to eat", "reading": "たぶる"}"#,
      .question(readingFit)),
    Check(
      "RW409", "pitch-range", .warning, "The pitch falls after the last mora.",
      example: #"{"prompt": "犬", "answer": "dog", "reading": "いぬ", "pitch": 3}"#,
      .question(pitchRange)),
    Check(
      "RW410", "pitch-without-reading", .warning, "The pitch has no reading to be drawn on.",
      example: #"{"prompt": "犬", "answer": "dog", "pitch": 2}"#,
      .question(pitchWithoutReading)),
    Check(
      "RW413", "direction-without-reading", .error, "The question asks for a reading and has none.",
      fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "dog", "directions": ["recognition", "reading"]}"#,
      .question(readingDirection)),
    Check(
      "RW414", "spelling-does-not-fit", .warning,
      "The kana of a spelling do not match the reading.",
      example:
        #"{"prompt": "食べ物", "reading": "たべもの", "answer": "food", "spellings": ["食べもの", "飲み物"]}"#,
      .question(spellingFit)),
  ]

  /// Finds characters in a reading that are neither kana nor romaji.
  private static func readingLetters(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, let value = question.text(.reading) else { return }
    for reading in question.readings where reading.kana == nil {
      let (text, offset) = (reading.text, reading.offset)
      let foreign = text.unicodeScalars.first { scalar in
        !String(scalar).isKanaOrIgnorable && !Romaji.isLetter(scalar)
      }
      guard let foreign else { continue }
      let before = text.unicodeScalars.prefix { $0 != foreign }.reduce(0) { $0 + UTF8.width($1) }
      findings.add(
        rule, in: value, offset + before..<offset + before + UTF8.width(foreign),
        "\"reading\" contains \(Quoting.quoted(String(foreign))), which is not kana",
        "write the reading of the prompt in kana")
    }
  }

  /// Finds romaji in a field for kana.
  private static func readingRomaji(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese else { return }
    for (value, prompt) in [
      (question.text(.reading), question.question.prompt), (question.text(example: .reading), ""),
    ] {
      guard let value, !value.traits.isDisjoint(with: [.latin, .accented]) else { continue }
      for reading in JapaneseText.readings(in: value, of: prompt)
      where Romaji.stands(in: reading.text) {
        let kana = Romaji.kana(of: reading.text)
        findings.add(
          rule, in: value, reading.range,
          "\(value.name) contains romaji", kana.map { "write \($0)" } ?? "write it in kana",
          replacement: kana)
      }
    }
  }

  /// Finds kana in an order that Japanese does not have.
  private static func impossibleReading(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, let value = question.text(.reading) else { return }
    let readings = question.readings
    guard
      readings.contains(where: {
        $0.kana.map { !RabbleJudging.ReadingRules.isPossible($0) } ?? false
      })
    else {
      return
    }
    // A deck may teach a small kana or a single sound.
    let prompt = question.question.prompt.kanaReading
    for found in readings {
      guard let reading = found.kana, reading.count > 1, reading != prompt,
        !RabbleJudging.ReadingRules.isPossible(reading)
      else { continue }
      findings.add(
        rule, in: value, found.range,
        "\(Quoting.quoted(found.text)) cannot be pronounced: no word has its kana in this order",
        "look for an extra, missing, or wrongly sized kana")
    }
  }

  /// Finds readings without the kana that the prompt shows.
  private static func readingFit(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, let value = question.text(.reading),
      let prompt = question.text(.prompt), question.question.cloze == nil,
      !prompt.traits.isDisjoint(with: .kana)
    else { return }
    if prompt.text == value.text { return }
    guard let pattern = ReadingPattern(prompt.text) else { return }
    for found in question.readings {
      guard let reading = found.kana, !pattern.fits(reading) else { continue }
      findings.add(
        rule, in: value, found.range,
        "\(Quoting.quoted(found.text)) does not match the prompt \(Quoting.quoted(prompt.text))",
        "keep its kana in order, and replace only its kanji")
    }
  }

  /// Finds spellings whose kana no reading of the prompt has.
  private static func spellingFit(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, !question.question.spellings.isEmpty else { return }
    let readings = JapaneseText.readings(of: question)
    guard !readings.isEmpty else { return }
    for value in question.texts(.spellings) {
      guard let pattern = ReadingPattern(value.text), !readings.contains(where: pattern.fits) else {
        continue
      }
      findings.add(
        rule, in: value, "\(Quoting.quoted(value.text)) is not read as the prompt is",
        "a spelling is the same word; another word belongs in another question")
    }
  }

  /// Finds a pitch that falls after the end of the word.
  private static func pitchRange(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let pitch = question.question.pitch, let field = question.source.field(.pitch),
      let longest = JapaneseText.readings(of: question).map(JapaneseText.morae).max(),
      pitch > longest
    else { return }
    findings.add(
      rule, at: field.span,
      "the pitch falls after mora \(pitch), but the reading has only \(longest)",
      "write a number from 0 to \(longest)")
  }

  /// Finds a pitch without kana to draw it on.
  private static func pitchWithoutReading(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.pitch != nil, let field = question.source.field(.pitch),
      JapaneseText.readings(of: question).isEmpty, question.text(.prompt) != nil,
      question.text(.reading) == nil
    else { return }
    findings.add(
      rule, at: field.span, "there are no kana to draw the pitch on", "add a \"reading\"")
  }

  /// Finds the direction "reading" where there is no reading.
  private static func readingDirection(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.cloze == nil else { return }
    let own = question.question.directions
    guard own?.contains(.reading) == true, question.question.reading == nil,
      question.question.furigana == nil
    else { return }
    let elements = question.source.fields.filter {
      $0.key == .question(.directions) && $0.element != nil
    }
    let place = own?.firstIndex(of: .reading) ?? 0
    let field = elements.indices.contains(place) ? elements[place] : nil
    findings.add(
      rule, at: field?.span ?? question.source.span,
      "the direction \"reading\" needs a reading, and there is none",
      "add a \"reading\", or remove this direction",
      edits: field.flatMap { elements.count > 1 ? findings.deck.removal(of: $0) : nil }
        .map { [$0] } ?? [])
  }
}

extension String {
  /// Whether it is kana, or a sign that a reading may contain.
  fileprivate var isKanaOrIgnorable: Bool { ("あ" + self).kanaReading != nil }
}

/// What the rules about Japanese have in common.
enum JapaneseText {
  /// One of the readings that a text lists.
  struct Reading {
    /// The reading as it is written.
    let text: String
    /// The offset of its first byte in the text.
    let offset: Int
    /// Its kana; `nil` if it has something else in it.
    let kana: RabbleText.Reading?

    /// The bytes it takes in the text.
    var range: Range<Int> { offset..<offset + text.utf8.count }
  }

  /// The readings that a text lists of a prompt.
  static func readings(in value: TextValue, of prompt: String) -> [Reading] {
    guard !value.traits.isDisjoint(with: [.separator, .lineBreak, .edgeSpace]) else {
      return [Reading(text: value.text, offset: 0, kana: value.text.kanaReading)]
    }
    let utf8 = value.text.utf8
    return AnswerList.readingPieces(of: value.text, prompt: prompt).compactMap { piece in
      guard !piece.text.isEmpty else { return nil }
      let start = utf8.index(utf8.startIndex, offsetBy: piece.range.lowerBound)
      let spaces = value.text.unicodeScalars[start...].prefix(while: \.isSpace)
      return Reading(
        text: piece.text,
        offset: piece.range.lowerBound + spaces.reduce(0) { $0 + UTF8.width($1) },
        kana: piece.text.kanaReading)
    }
  }

  /// The readings of a question's prompt: those it gives, or its own kana.
  static func readings(of question: CheckedQuestion) -> [RabbleText.Reading] {
    if question.text(.reading) != nil { return question.readings.compactMap(\.kana) }
    if let reading = question.question.prompt.kanaReading { return [reading] }
    guard let ruby = question.furigana, ruby.hasReadings else { return [] }
    return ruby.reading.kanaReading.map { [$0] } ?? []
  }

  /// The morae of a reading: every kana but the small ones that join the one before.
  static func morae(_ reading: RabbleText.Reading) -> Int {
    reading.count { !$0.isSmallKana }
  }

  /// Whether a scalar is a kanji, or a mark that counts as one.
  static func isKanji(_ scalar: Unicode.Scalar) -> Bool { Script(of: scalar) == .kanji }
}

extension RubyText {
  /// Whether a bracket or other mark of furigana is left in the text.
  var hasBareMarkup: Bool {
    segments.contains { segment in
      segment.reading == nil
        && segment.base.unicodeScalars.contains {
          $0 == "[" || $0 == "]" || $0 == "《" || $0 == "》" || $0 == "｜" || $0 == "<"
        }
    }
  }
}

/// What the kana of a text with kanji say about its reading: they appear in it, in order.
struct ReadingPattern {
  private enum Part {
    /// A kana that is read as itself.
    case kana(Unicode.Scalar)
    /// Kanji or the like, read as at least this many kana.
    case unknown(atLeast: Int)
  }

  private var parts: [Part] = []

  /// Makes the pattern of a text; `nil` if it has no letters, several readings, or is too long.
  init?(_ text: String) {
    var hasLetter = false
    for scalar in text.unicodeScalars {
      switch Script(of: scalar) {
      case .kanji:
        hasLetter = true
        if case .unknown(0)? = parts.last {
          parts[parts.count - 1] = .unknown(atLeast: 1)
        } else if case .unknown? = parts.last {
          break
        } else {
          parts.append(.unknown(atLeast: 1))
        }
      case .hiragana, .katakana, .longMark:
        hasLetter = true
        if "ヶヵゕゖヽヾゝゞ々".unicodeScalars.contains(scalar) {
          appendAnything()
        } else {
          parts.append(.kana(scalar.asHiragana))
        }
      case .wide, .other, .latin:
        if scalar.isListSeparator || scalar.bracket?.use == .remark { return nil }
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || scalar.properties.generalCategory == .otherSymbol
          || scalar.properties.generalCategory == .mathSymbol
          || scalar.properties.generalCategory == .currencySymbol
          || scalar == "&" || scalar == "%" || scalar == "@" || scalar == "#"
        {
          appendAnything()
        }
      }
    }
    if !hasLetter || parts.count > 120 { return nil }
  }

  private mutating func appendAnything() {
    if case .unknown? = parts.last { return }
    parts.append(.unknown(atLeast: 0))
  }

  /// Whether a reading fits.
  func fits(_ reading: Reading) -> Bool {
    // reachable[index]: the parts so far can end after `index` kana.
    var reachable = [Bool](repeating: false, count: reading.count + 1)
    reachable[0] = true
    for part in parts {
      var next = [Bool](repeating: false, count: reading.count + 1)
      switch part {
      case .kana(let kana):
        for index in reading.indices where reachable[index] {
          let before = index > 0 ? reading[index - 1] : nil
          if Self.isRead(kana, as: reading[index], after: before) { next[index + 1] = true }
        }
      case .unknown(let least):
        if let first = reachable.firstIndex(of: true), first + least <= reading.count {
          for index in (first + least)...reading.count { next[index] = true }
        }
      }
      reachable = next
    }
    return reachable[reading.count]
  }

  /// Whether a kana of the text can be this one of the reading: itself, a particle as it is
  /// pronounced, or ー as the vowel it lengthens.
  private static func isRead(
    _ kana: Unicode.Scalar, as other: Unicode.Scalar, after before: Unicode.Scalar?
  ) -> Bool {
    if kana == other { return true }
    switch (kana, other) {
    case ("は", "わ"), ("へ", "え"), ("を", "お"), ("ぢ", "じ"), ("づ", "ず"), ("ゐ", "い"), ("ゑ", "え"):
      return true
    case ("ー", _):
      guard let vowel = before?.vowel else { return false }
      return other == vowel || (vowel == "お" && other == "う") || (vowel == "え" && other == "い")
    case (_, "ー"): return before?.vowel == kana || kana == "う" || kana == "い"
    default: return false
    }
  }
}

/// Romaji in place of kana.
enum Romaji {
  /// Whether a scalar can belong to romaji: a Latin letter, with a macron or circumflex or without.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    Script(of: scalar) == .latin || scalar == "'" || scalar == "’" || scalar == "-"
  }

  /// The kana of a text in romaji; `nil` if part of it can't be read as kana.
  static func kana(of text: String) -> String? {
    let plain = text.map { character in
      ["ā": "aa", "ī": "ii", "ū": "uu", "ē": "ee", "ō": "ou", "â": "aa", "û": "uu", "ô": "ou"][
        character.lowercased()] ?? character.lowercased()
    }.joined()
    let kana = KanaConversion(to: .hiragana).converted(plain)
    return kana.kanaReading != nil && !kana.contains { $0.isASCII && $0.isLetter } ? kana : nil
  }

  /// Whether a text has Latin letters, and otherwise only what a reading may have.
  static func stands(in text: String) -> Bool {
    var hasLetter = false
    for scalar in text.unicodeScalars {
      if Script(of: scalar) == .latin {
        hasLetter = true
      } else if !isLetter(scalar), ("あ" + String(scalar)).kanaReading == nil {
        return false
      }
    }
    return hasLetter
  }
}
