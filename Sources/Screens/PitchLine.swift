/// A word mora by mora, with its pitch.
public struct PitchLine: Hashable, Sendable {
  /// A beat of the word.
  public struct Mora: Hashable, Sendable {
    /// Its kana.
    public let text: String
    /// Whether its pitch is high.
    public let isHigh: Bool

    /// Makes a mora.
    public init(_ text: String, isHigh: Bool) {
      self.text = text
      self.isHigh = isHigh
    }
  }

  /// The morae in order; none where nobody knows how the word is read.
  public let morae: [Mora]
  /// The mora after which the pitch falls, from 1; 0 when it does not fall.
  public let kernel: Int

  /// Makes a word's pitch.
  public init(morae: [Mora], kernel: Int) {
    self.morae = morae
    self.kernel = kernel
  }

  /// The word in kana.
  public var text: String { morae.map(\.text).joined() }
}
