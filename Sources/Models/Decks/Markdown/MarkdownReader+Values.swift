import RabbleQuestions

/// Values that groups and questions have alike.
extension MarkdownReader {
  /// The directions of a list of their names, each once; `nil` for none or an unknown one.
  mutating func directions(
    _ value: Range<Int>, key: SourceField.Key, _ consequence: DeckFault.Consequence
  ) -> [Direction]? {
    guard !value.isEmpty else { return nil }
    var result: [Direction] = []
    var isSound = true
    for range in scanner.split(value, at: [.comma, .verticalLine]) {
      let name = scanner.text(range)
      guard let direction = Direction(name: name) else {
        let known = Direction.named.compactMap(\.name)
        add(.unknownValue(name, key: "directions", known: known), at: range, consequence)
        isSound = false
        continue
      }
      if !result.contains(direction) { result.append(direction) }
    }
    return isSound ? result : nil
  }

  /// The places of directions, each once.
  func directionFields(_ value: Range<Int>, key: SourceField.Key, keySpan: SourceSpan)
    -> [SourceField]
  {
    var fields = [
      SourceField(key, span: SourceSpan(value.lowerBound, value.upperBound), keySpan: keySpan)
    ]
    var seen: Set<String> = []
    for range in scanner.split(value, at: [.comma, .verticalLine])
    where seen.insert(scanner.text(range)).inserted {
      fields.append(
        SourceField(
          key, element: seen.count - 1, span: SourceSpan(range.lowerBound, range.upperBound),
          keySpan: keySpan))
    }
    return fields
  }

  /// The code of a rule and why it is to be silent.
  mutating func silence(_ value: Range<Int>) -> Silence? {
    guard !value.isEmpty else {
      add(.emptyText(key: "silence"), at: value, .valueIgnored)
      return nil
    }
    let end = value.first { bytes[$0].isBlank } ?? value.upperBound
    let reason = scanner.trimmed(end..<value.upperBound)
    return Silence(
      code: scanner.text(value.lowerBound..<end), reason: scanner.text(reason),
      codeSpan: SourceSpan(value.lowerBound, end),
      reasonSpan: SourceSpan(reason.lowerBound, reason.upperBound))
  }

  /// A value under a key that no deck knows; `nil`, and a fault, if it is not JSON or one knows it.
  mutating func extra(
    owner: String?, key: String, _ value: Range<Int>, name: String, known: [String]
  ) -> DeckExtra? {
    if known.contains(key), owner != nil || key != DeckKey.Question.silence.name {
      add(.markdown(.knownKey(key)), at: value, .questionLeftOut)
      return nil
    }
    guard !value.isEmpty else {
      add(.emptyText(key: name), at: value, .questionLeftOut)
      return nil
    }
    let source = UnsafeBufferPointer(rebasing: bytes[value])
    do throws(JSONParser.Failure) {
      _ = try JSONParser.document(source, depthLimit: depthLimit)
    } catch {
      let start = value.lowerBound + error.offset
      add(error.kind, at: start..<start, .questionLeftOut)
      return nil
    }
    return DeckExtra(owner: owner, key: key, source: String(decoding: source, as: UTF8.self))
  }
}
