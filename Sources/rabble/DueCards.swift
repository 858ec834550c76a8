import RabbleScheduling

/// How many cards there are to study now, by kind.
struct DueCards {
  private(set) var reviews = 0
  private(set) var learning = 0
  private(set) var new = 0

  var total: Int { reviews + learning + new }

  init(_ entries: [QueueEntry], at moment: Moment) {
    var queue = ReviewQueue(entries: entries, order: .sequential, at: moment)
    let dues = Dictionary(entries.map { ($0.card, $0.due) }) { first, _ in first }
    while let card = queue.next(at: moment) {
      switch dues[card] ?? nil {
      case .on: reviews += 1
      case .at: learning += 1
      case nil: new += 1
      }
    }
  }
}
