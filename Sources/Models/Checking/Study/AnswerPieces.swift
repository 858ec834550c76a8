import RabbleDecks
import RabbleJudging

/// The answers that separators part in one text.
enum AnswerPieces {
  /// A piece of an answer: what stands between separators that are not in brackets.
  struct Piece {
    /// The text without the spaces around it.
    let text: String
    /// The bytes of UTF-8 between the separators, with the spaces.
    let range: Range<Int>
  }

  /// The pieces that `;` and line breaks part. Commas also stand within one answer.
  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var current = String.UnicodeScalarView()
    var start = 0
    var offset = 0
    var depth = 0
    func end() {
      var text = String.UnicodeScalarView(current.drop { $0.properties.isWhitespace })
      while let last = text.last, last.properties.isWhitespace { text.removeLast() }
      pieces.append(Piece(text: String(text), range: start..<offset))
      current = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "(", "[", "{", "（", "［", "｛": depth += 1
      case ")", "]", "}", "）", "］", "｝": depth = max(0, depth - 1)
      default: break
      }
      if depth == 0, scalar == ";" || scalar == "；" || scalar == "\n" {
        end()
        start = offset + UTF8.width(scalar)
      } else {
        current.append(scalar)
      }
      offset += UTF8.width(scalar)
    }
    end()
    return pieces
  }

  /// Whether a text may have several pieces at all.
  static func mayHaveSeveral(_ value: TextValue) -> Bool {
    !value.traits.isDisjoint(with: [.separator, .lineBreak])
      && value.text.unicodeScalars.contains { $0 == ";" || $0 == "；" || $0 == "\n" }
  }
}
