/// The characters that HTML writes as `&name;` or by number.
enum HTMLEntity {
  /// The character that the `&` at `index` begins, and how many bytes stand for it; the `&` itself
  /// if it begins none.
  static func scalar(at index: Int, in bytes: [UInt8]) -> (Unicode.Scalar, length: Int) {
    let inner = bytes[(index + 1)...].prefix(12)
    guard let end = inner.firstIndex(of: UInt8(ascii: ";")), end > index + 1 else { return ("&", 1) }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    guard let scalar = named[name] ?? numbered(name) else { return ("&", 1) }
    return (scalar, end + 1 - index)
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
      "Prime": "″", "check": "✓", "star": "☆",
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
    // Editors put it wherever somebody types two spaces.
    result["nbsp"] = " "
    return result
  }()

  /// A text as HTML shows it: with entities for what would be markup, and `<br>` for line breaks.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n": result += "<br>"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.utf8.contains(0x5B) ? result.replacing("[sound:", with: "&#91;sound:") : result
  }
}
