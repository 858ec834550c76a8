/// Elements that leave in the order they came. Adding and taking are O(1).
struct FirstInFirstOut<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else {
      elements.removeAll(keepingCapacity: true)
      head = 0
      return nil
    }
    defer { head += 1 }
    return elements[head]
  }
}
