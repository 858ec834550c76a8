import RabbleDecks

/// Finds the group and the question that a byte of a file lies in.
struct PlaceFinder {
  private let deck: DeckSource

  init(_ deck: DeckSource) {
    self.deck = deck
  }

  /// The numbers of the group and the question, from 0.
  func numbers(of offset: Int) -> (group: Int, question: Int?)? {
    guard let group = Self.last(in: deck.groups, { $0.span }, before: offset) else { return nil }
    return (group, Self.last(in: deck.groups[group].questions, { $0.span }, before: offset))
  }

  /// The place as it is told to the author.
  func place(of offset: Int) -> DeckPlace? {
    guard let (group, question) = numbers(of: offset) else { return nil }
    let title = deck.groups[group].group.title
    return DeckPlace(
      group: title.isEmpty ? nil : title, groupNumber: group + 1, question: question.map { $0 + 1 })
  }

  /// The last element that begins at or before an offset, if the offset lies in it.
  private static func last<Element>(
    in elements: [Element], _ span: (Element) -> SourceSpan, before offset: Int
  ) -> Int? {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if span(elements[middle]).start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < max(span(elements[low - 1]).end, span(elements[low - 1]).start + 1)
    else { return nil }
    return low - 1
  }
}
