/// What keeps a command from knowing which card is meant.
enum CardError: Error, CustomStringConvertible {
  case unknown(name: String, near: [String])
  case several(name: String, cards: [String], further: Int)
  case noDirection(String, cards: [String])

  var description: String {
    switch self {
    case .unknown(let name, let near):
      let list = near.isEmpty ? "" : " Closest are:\n  \(near.joined(separator: "\n  "))"
      return "no card is called “\(name)”.\(list)"
    case .several(let name, let cards, let further):
      let rest = further > 0 ? "\n  and \(further) more" : ""
      return "“\(name)” may be one of several:\n  \(cards.joined(separator: "\n  "))\(rest)\n"
        + "Type more of it, or say which with --group GROUP."
    case .noDirection(let direction, let cards):
      return "there is no card for “\(direction)”; there are:\n  \(cards.joined(separator: "\n  "))"
    }
  }
}
