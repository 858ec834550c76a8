/// How the pitch of a Japanese word rises and falls, as it is said in Tokyo.
///
///     let pattern = PitchPattern(reading: "たべる", kernel: 2)
///     pattern.morae.filter(\.isHigh).map(\.text)   // ["べ"]
///
/// The first mora is low and the next is high, unless the pitch falls after the first; after the
/// kernel all is low. With kernel 0 the pitch never falls.
public struct PitchPattern: Hashable, Sendable {
  /// A beat of the word.
  public struct Mora: Hashable, Sendable {
    /// Its kana: one, and a small one after it if there is one.
    public let text: String
    /// Whether its pitch is high.
    public let isHigh: Bool
  }

  /// The morae in order; none where nobody knows how the word is read.
  public let morae: [Mora]
  /// The mora after which the pitch falls, from 1; 0 when it does not fall. It may lie beyond the
  /// morae when the author miscounted.
  public let kernel: Int

  /// Makes the pattern of a word.
  ///
  /// - Parameters:
  ///   - reading: the word in kana.
  ///   - kernel: the mora after which the pitch falls, 0 or more.
  public init(reading: String, kernel: Int) {
    var beats: [String] = []
    for character in reading where !character.isWhitespace {
      if Self.small.contains(character), !beats.isEmpty {
        beats[beats.count - 1].append(character)
      } else {
        beats.append(String(character))
      }
    }
    self.kernel = kernel
    morae = beats.enumerated().map { index, text in
      let number = index + 1
      let isHigh = kernel == 1 ? number == 1 : number > 1 && (kernel == 0 || number <= kernel)
      return Mora(text: text, isHigh: isHigh)
    }
  }

  /// The word in kana.
  public var text: String { morae.map(\.text).joined() }

  /// Kana that make one mora with the kana before them; っ is a mora of its own.
  private static let small = Set("ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ")
}
