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
    var current = ""
    var start = 0
    var offset = 0
    var depth = 0
    func end() {
      let trimmed = current.drop { $0.isWhitespace }
      let plain = String(String(trimmed.reversed()).drop { $0.isWhitespace }.reversed())
      pieces.append(Piece(text: plain, range: start..<offset))
      current = ""
    }
    for scalar in text.unicodeScalars {
      if "([{（［｛".unicodeScalars.contains(scalar) { depth += 1 }
      if ")]}）］｝".unicodeScalars.contains(scalar) { depth = max(0, depth - 1) }
      if depth == 0, scalar == ";" || scalar == "；" || scalar == "\n" {
        end()
        start = offset + UTF8.width(scalar)
      } else {
        current.unicodeScalars.append(scalar)
      }
      offset += UTF8.width(scalar)
    }
    end()
    return pieces
  }

  /// Whether a text may have several pieces at all.
  static func mayHaveSeveral(_ value: TextValue) -> Bool {
    !value.traits.isDisjoint(with: [.separator, .lineBreak])
  }
}
