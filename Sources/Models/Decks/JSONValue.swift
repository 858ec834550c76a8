/// A JSON value that is about to be written.
indirect enum JSONValue: Hashable, Sendable {
  /// An object; one that is spread has a line for each member, whatever its length.
  case object([Member], isSpread: Bool = false)
  /// An array; one that is spread has a line for each element, whatever its length.
  case array([JSONValue], isSpread: Bool = false)
  /// A string.
  case text(String)
  /// JSON that goes into the text as it is: a number, `true`, `false`, `null`, or any value that is
  /// kept byte for byte.
  case source(String)

  /// A key with its value.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue

    init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}
