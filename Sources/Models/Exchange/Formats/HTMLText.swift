import RabbleText

/// The text of a field written in HTML.
///
///     HTMLText("<ruby>漢字<rt>かんじ</rt></ruby>&nbsp;<b>of</b> it<br>[sound:k.mp3]").text
///     // "漢字[かんじ] of it"
package struct HTMLText {
  /// The text; blocks, items and `<br>` begin a line, and ruby is in brackets.
  private(set) var text = ""
  /// How many sounds, pictures and the like are omitted.
  private(set) var mediaCount = 0
  /// The files or addresses of those that name one, in their order.
  private(set) var media: [String] = []

  private var output: [UInt8] = []
  /// The element whose content is omitted, such as a script.
  private var skipped: String?
  /// Where the bases of the ruby element end that are in elements of their own.
  private var bases: [Int] = []
  /// Where its readings are, with their brackets.
  private var readings: [Range<Int>] = []
  /// Where raised and lowered texts begin that have not ended.
  private var shifts: [(shift: ShiftedText, start: Int)] = []
  /// What stands before the place that is read.
  private var before = Mark.text
  /// Where white space with a line break in it begins that ends the output, and whether a tag stands before it.
  private var space: (start: Int, isBehindTag: Bool)?
  /// How many elements are open in which white space is as it is written.
  private var preformatted = 0

  /// What may stand before white space.
  private enum Mark { case text, tag, comment, lineEnd }

  /// Reads a field; white space around its text is removed unless the field `isExact`, and so is that with a line
  /// break beside a tag that begins or ends a line or cell. Between two other tags it is a space.
  init(_ html: String, isExact: Bool = false) {
    guard Self.mayHaveMarkup(html) else {
      text = html
      return
    }
    let bytes = Array(html.utf8)
    var index = 0
    // Without a further `>`, no tag can follow.
    var hasClosing = true
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<") where hasClosing:
        if let end = Self.endOfTag(bytes, index),
          take(tag: bytes[(index + 1)..<end], isExact: isExact)
        {
          index = end + 1
        } else {
          hasClosing = bytes[index...].contains(UInt8(ascii: ">"))
          append(bytes[index])
          index += 1
        }
      case UInt8(ascii: "&"):
        let (scalar, length) = HTMLEntity.scalar(at: index, in: bytes)
        append(scalar)
        index += length
      case UInt8(ascii: "["):
        if let length = Self.lengthOfSound(bytes, index) {
          mediaCount += 1
          if bytes[index + 1] == UInt8(ascii: "s") {
            addMedia(bytes[(index + "[sound:".utf8.count)..<(index + length - 1)])
          }
          index += length
        } else {
          append(bytes[index])
          index += 1
        }
      case let byte where Self.isSpace(byte) && !isExact && skipped == nil && preformatted == 0:
        let end = bytes[index...].firstIndex { !Self.isSpace($0) } ?? bytes.count
        append(space: bytes[index..<end])
        index = end
      case let byte:
        append(byte)
        index += 1
      }
    }
    text = String(decoding: output, as: UTF8.self)
    if !isExact { text = text.trimmed }
  }

  /// Whether it contains a character that begins markup.
  static func mayHaveMarkup(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x3C || $0 == 0x26 || $0 == 0x5B }
  }

  /// Whether a text is HTML: it has an element or entity that is known, or a sound.
  static func isHTML(_ text: String) -> Bool {
    guard mayHaveMarkup(text) else { return false }
    let read = HTMLText(text)
    return read.mediaCount > 0 || !read.text.isSame(as: text.trimmed)
  }

  private mutating func append(_ byte: UInt8) {
    if skipped == nil { output.append(byte) }
    before = .text
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if skipped == nil { output += String(scalar).utf8 }
    before = .text
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func append(space text: ArraySlice<UInt8>) {
    let hasBreak = text.contains { $0 == 0x0A || $0 == 0x0D }
    switch before {
    case .lineEnd where hasBreak: return
    // What a comment stands in is one space.
    case .comment where output.last.map(Self.isSpace) ?? false: return
    case _ where hasBreak: space = (output.count, before == .tag)
    case .text, .tag, .comment, .lineEnd: break
    }
    output += text
    before = .text
  }

  /// Drops the white space before a tag, where that is nothing there, and makes a space of that between two others.
  private mutating func settleSpace(isNothing: Bool) {
    defer { space = nil }
    guard let space, output.count > space.start, isNothing || space.isBehindTag,
      output[space.start...].allSatisfy(Self.isSpace)
    else { return }
    output.removeSubrange(space.start...)
    if !isNothing { output.append(0x20) }
  }

  /// Where a tag or comment that begins here ends; quotation marks may enclose a `>`.
  static func endOfTag(_ bytes: [UInt8], _ start: Int) -> Int? {
    if bytes[start...].starts(with: "<!--".utf8) {
      var index = start + 4
      while index + 2 < bytes.count {
        if bytes[index...].starts(with: "-->".utf8) { return index + 2 }
        index += 1
      }
      return nil
    }
    // No attribute is as long as this but a picture within the text.
    let limit = min(bytes.count, start + (1 << 20))
    var quote: UInt8?
    for index in (start + 1)..<max(start + 1, limit) {
      switch (bytes[index], quote) {
      case (0x22, nil), (0x27, nil): quote = bytes[index]
      case (let byte, .some(let open)) where byte == open: quote = nil
      case (0x3E, nil): return index
      case (0x3C, nil): return nil
      default: break
      }
    }
    return nil
  }

  /// The length of Anki's `[sound:file]`, and of what it reads aloud, `[anki:tts lang=ja_JP]犬[/anki:tts]`.
  private static func lengthOfSound(_ bytes: [UInt8], _ start: Int) -> Int? {
    let rest = bytes[start...].prefix(1024)
    if rest.starts(with: "[anki:tts ".utf8) {
      return rest.firstRange(of: Array("[/anki:tts]".utf8)).map { $0.upperBound - start }
    }
    guard rest.starts(with: "[sound:".utf8) || rest.starts(with: "[anki:play:".utf8) else {
      return nil
    }
    return rest.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 - start }
  }

  /// The value of the attribute `src` of a tag; nothing without one.
  static func source(of tag: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let name = tag.firstRange(of: Array(" src=".utf8)) else { return [] }
    let value = tag[name.upperBound...]
    guard let quote = value.first, quote == 0x22 || quote == 0x27 else {
      return value.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    }
    return value.dropFirst().prefix { $0 != quote }
  }

  /// Adds the name of a file; what is a picture within the text, or longer than names are, has none.
  private mutating func addMedia(_ name: ArraySlice<UInt8>) {
    guard !name.isEmpty, name.count <= 255, !name.starts(with: "data:".utf8) else { return }
    media.append(HTMLEntity.decoded(Array(name)))
  }

  /// Applies a tag; returns whether HTML has it.
  private mutating func take(tag: ArraySlice<UInt8>, isExact: Bool) -> Bool {
    if tag.first == UInt8(ascii: "!") {
      if before != .lineEnd { before = .comment }
      return true
    }
    let isClosing = tag.first == UInt8(ascii: "/")
    let letters = tag.dropFirst(isClosing ? 1 : 0).prefix {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39
    }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    guard let element = HTMLElement(name: name) else { return false }
    if let skipped {
      if isClosing, skipped == name { self.skipped = nil }
      return true
    }
    if !isExact {
      // White space before such a tag is nothing, and so is that behind it.
      let (isStart, isEnd) =
        switch element {
        case .block, .lineBreak, .cell, .base, .reading: (true, true)
        case .ruby: (isClosing, !isClosing)
        default: (false, false)
        }
      settleSpace(isNothing: isStart)
      before = isEnd ? .lineEnd : .tag
      if name == "pre" { preformatted = max(0, preformatted + (isClosing ? -1 : 1)) }
    }
    switch element {
    case .hidden: if !isClosing { skipped = name }
    case .media:
      if !isClosing {
        mediaCount += 1
        addMedia(Self.source(of: tag))
      }
    case .lineBreak: output.append(0x0A)
    case .block: beginLine()
    case .cell: if isClosing { output.append(0x20) }
    case .ruby: if isClosing { pairReadings() } else { separate() }
    case .base: if isClosing { bases.append(output.count) }
    case .reading where isClosing:
      output.append(UInt8(ascii: "]"))
      if let open = readings.popLast() { readings.append(open.lowerBound..<output.count) }
    case .reading:
      readings.append(output.count..<output.count)
      output.append(UInt8(ascii: "["))
    case .shifted(let shift):
      if isClosing { end(shift) } else { shifts.append((shift, output.count)) }
    case .inline: break
    }
    return true
  }

  private mutating func beginLine() {
    while output.last == 0x20 { output.removeLast() }
    if let last = output.last, last != 0x0A { output.append(0x0A) }
  }

  /// Puts the readings of a ruby element that come after all of its bases behind one base each.
  private mutating func pairReadings() {
    defer { (bases, readings) = ([], []) }
    guard bases.count > 1, bases.count == readings.count,
      let begin = readings.first?.lowerBound, let end = readings.last?.upperBound,
      bases.allSatisfy({ $0 <= begin }), !readings.contains(where: \.isEmpty)
    else { return }
    var paired: [UInt8] = []
    var start = bases[0]
    for (base, reading) in zip(bases, readings) {
      paired += output[start..<base] + output[reading]
      start = base
    }
    output.replaceSubrange(bases[0]..<end, with: paired + output[start..<begin])
  }

  /// Writes the raised or lowered text that ends here as such; tags that cross those of others change nothing.
  private mutating func end(_ shift: ShiftedText) {
    guard let last = shifts.last, last.shift == shift else { return }
    shifts.removeLast()
    let places = bases + readings.map(\.upperBound)
    guard last.start < output.count, places.allSatisfy({ $0 <= last.start }) else { return }
    let inside = String(decoding: output[last.start...], as: UTF8.self)
    output.replaceSubrange(last.start..., with: shift.text(of: inside).utf8)
  }

  /// Separates the base of a reading from the text before it, as Anki does.
  private mutating func separate() {
    if let last = output.last, last != 0x20, last != 0x0A { output.append(0x20) }
  }
}

/// What an element of HTML means for its text.
enum HTMLElement {
  /// Nothing: `<b>`, `<span>`.
  case inline
  /// It is on lines of its own.
  case block
  case lineBreak
  /// A space separates it from the next.
  case cell
  case ruby
  /// The text below the reading in a ruby element.
  case base
  /// The reading in a ruby element.
  case reading
  /// It is above or below the line.
  case shifted(ShiftedText)
  /// A sound or picture.
  case media
  /// Its content is not part of the text.
  case hidden

  /// The element of this name in lower case; `nil` if HTML has none.
  init?(name: String) {
    guard let element = Self.all[name] else { return nil }
    self = element
  }

  private static let all: [String: HTMLElement] = {
    let names: [(HTMLElement, String)] = [
      (
        .inline,
        """
        a abbr acronym b bdi bdo big center cite code data del dfn em font i ins kbd label mark \
        nobr q rtc s samp small span strike strong time tt u var wbr thead tbody \
        tfoot colgroup col caption html body head meta link input button anki
        """
      ),
      (
        .block,
        """
        address article aside blockquote dd details div dl dt fieldset figcaption figure footer \
        form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tr ul
        """
      ),
      (.lineBreak, "br"), (.cell, "td th"), (.ruby, "ruby"), (.base, "rb"),
      (.reading, "rt"), (.shifted(.above), "sup"), (.shifted(.below), "sub"),
      (.media, "img audio video embed object iframe svg canvas source picture"),
      (.hidden, "script style title template rp"),
    ]
    var result: [String: HTMLElement] = [:]
    for (element, words) in names {
      for word in words.split(separator: " ") { result[String(word)] = element }
    }
    return result
  }()
}

/// The characters that HTML writes as `&name;` or by number.
enum HTMLEntity {
  /// The character that the `&` at `index` begins, and how many bytes stand for it; the `&` itself
  /// if it begins none.
  static func scalar(at index: Int, in bytes: [UInt8]) -> (Unicode.Scalar, length: Int) {
    let inner = bytes[(index + 1)...].prefix(12)
    guard let end = inner.firstIndex(of: UInt8(ascii: ";")), end > index + 1 else {
      return ("&", 1)
    }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    guard let scalar = named[name] ?? numbered(name) else { return ("&", 1) }
    return (scalar, end + 1 - index)
  }

  /// A text with the characters that its entities stand for.
  static func decoded(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "&") {
        let entity = scalar(at: index, in: bytes)
        output += String(entity.0).utf8
        index += entity.length
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number > 0 else { return nil }
    return Unicode.Scalar(number)
  }

  private static let named: [String: Unicode.Scalar] = {
    var result: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—",
      "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "rarr": "→", "larr": "←",
      "uarr": "↑", "darr": "↓", "harr": "↔", "rArr": "⇒", "euro": "€", "trade": "™", "ensp": " ",
      "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}", "zwj": "\u{200D}", "minus": "−",
      "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "prime": "′",
      "Prime": "″", "check": "✓", "star": "☆", "lrm": "\u{200E}", "rlm": "\u{200F}",
    ]
    // U+00A0 to U+00FF in order (HTML 4, Latin-1).
    let latin1 = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc \
      Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
      Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc \
      euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
      ugrave uacute ucirc uuml yacute thorn yuml
      """
    for (offset, name) in latin1.split(separator: " ").enumerated() {
      result[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
    }
    // U+0391 to U+03A9 and U+03B1 to U+03C9 in order; there is no U+03A2.
    let greek = """
      Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - \
      Sigma Tau Upsilon Phi Chi Psi Omega
      """
    for (offset, name) in greek.split(separator: " ").enumerated() where name != "-" {
      result[String(name)] = Unicode.Scalar(UInt32(0x391 + offset))
      result[name.lowercased()] = Unicode.Scalar(UInt32(0x3B1 + offset))
    }
    let others = """
      sigmaf ς thetasym ϑ upsih ϒ piv ϖ oline ‾ frasl ⁄ weierp ℘ image ℑ real ℜ alefsym ℵ crarr ↵ \
      lArr ⇐ uArr ⇑ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod \
      ∏ sum ∑ lowast ∗ radic √ prop ∝ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ \
      asymp ≈ equiv ≡ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ \
      rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ dagger † \
      Dagger ‡ permil ‰
      """.split(separator: " ")
    for index in stride(from: 0, to: others.count - 1, by: 2) {
      result[String(others[index])] = others[index + 1].unicodeScalars.first
    }
    // Editors write it wherever two spaces are typed.
    result["nbsp"] = " "
    return result
  }()

  /// A text as HTML shows it: with entities for what would be markup, and `<br>` for line breaks.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || "&<>[".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n": result += "<br>"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      case "\u{1B}": result += "&#27;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.utf8.contains(0x5B) ? result.replacing("[sound:", with: "&#91;sound:") : result
  }
}

// MARK: - Attributes

extension HTMLText {
  /// HTML without the attributes of its tags, but of those that name a picture or sound with `src`. Dictionary
  /// entries, as Yomitan writes them into a field, are four fifths attributes, and tens of thousands of them are
  /// more than memory has room for.
  package static func withoutAttributes(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    var index = 0
    while index < bytes.count {
      guard beginsTag(bytes, index), let end = endOfTag(bytes, index) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let tag = bytes[index...end]
      index = end + 1
      if source(of: tag).isEmpty {
        result += tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        result.append(UInt8(ascii: ">"))
      } else {
        result += tag
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a `<` is followed by a letter.
  private static func beginsTag(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return false }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index + 1] | 0x20
  }
}
