import RabbleQuestions

extension Question {
  /// Gives each field that a question need not have a value or none, whatever fields there are.
  ///
  /// - Parameters:
  ///   - random: Decides.
  ///   - others: The fields that stay as they are.
  ///   - text: Makes a text that is not blank.
  public mutating func fillOptionalFields(
    using random: inout SeededGenerator, but others: Set<Field> = [],
    text: (inout SeededGenerator) -> String
  ) {
    func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
      Int.random(in: 0..<5, using: &random) < 2 ? value(&random) : nil
    }
    for field in Field.allCases where !others.contains(field) {
      switch field.kind {
      case .required: break
      case .text(let path): self[keyPath: path] = maybe(text)
      case .list(let path):
        let count = max(0, Int.random(in: -2...3, using: &random))
        self[keyPath: path] = (0..<count).map { _ in text(&random) }
      case .number(let path, let range):
        self[keyPath: path] = maybe { Int.random(in: range, using: &$0) }
      case .choice(let path, let names):
        self[keyPath: path] = maybe { $0.element(of: names) }
      case .directions(let path):
        let some = Direction.named.filter { _ in Bool.random(using: &random) }
        self[keyPath: path] = some.isEmpty ? nil : some
      case .example(let path):
        self[keyPath: path] = maybe(text).map { sentence in
          Example(text: sentence, reading: maybe(text), meaning: maybe(text))
        }
      }
    }
  }
}
