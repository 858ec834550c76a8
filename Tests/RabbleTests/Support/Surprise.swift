/// Something that had to happen in a conversation with the program did not.
struct Surprise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
