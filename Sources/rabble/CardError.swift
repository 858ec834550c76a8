/// What keeps a command from knowing which card is meant.
enum CardError: Error, CustomStringConvertible {
  case unknown(name: String, near: [String])
  case several(name: String, cards: [String])
  case noDirection(String, cards: [String])

  var description: String {
    switch self {
    case .unknown(let name, let near):
      let list = near.isEmpty ? "" : " Closest are:\n  \(near.joined(separator: "\n  "))"
      return "no card is called “\(name)”.\(list)"
    case .several(let name, let cards):
      return "“\(name)” may be one of several:\n  \(cards.joined(separator: "\n  "))\n"
        + "Type more of it, or say which with --group GROUP."
    case .noDirection(let direction, let cards):
      return "there is no card for “\(direction)”; there are:\n  \(cards.joined(separator: "\n  "))"
    }
  }
}
