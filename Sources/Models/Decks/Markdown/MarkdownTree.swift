/// What the lines of a Markdown deck add to the tree: members of the group or question that is open.
extension MarkdownReader {
  /// Adds a text: that of these bytes, or another one that they stand for. Where a mark and no key says
  /// what it is, it has no `name`.
  mutating func add(
    _ key: RawKey, at name: Range<Int>? = nil, value: Range<Int>, text: String? = nil
  ) {
    tree.add(key, at: name ?? value.start)
    tree.add(value, text: text)
  }

  /// Adds a text of several lines, if there is one.
  mutating func add(_ key: RawKey, lines: MarkdownLines) {
    if let range = lines.range { add(key, value: range, text: lines.text) }
  }

  /// Adds a list of texts.
  mutating func add(
    _ key: RawKey, at name: Range<Int>? = nil, elements: [Range<Int>], of value: Range<Int>
  ) {
    tree.add(key, at: name ?? value.start)
    let list = tree.open(.array, at: value.lowerBound)
    for element in elements { tree.add(element) }
    tree.close(list, at: value.upperBound)
  }

  /// Adds a value that is not sound, which was named.
  mutating func addUnreadable(_ key: RawKey, at value: Range<Int>) {
    tree.add(key, at: value.start)
    tree.addUnreadable(at: value)
  }

  /// Adds the comments that belong to what is open.
  mutating func addComments() {
    for comment in comments { add(.comment, value: comment.range, text: comment.text) }
    comments = []
  }

  // MARK: - Values that groups and questions have alike

  /// The names of directions in a list.
  func directions(_ value: Range<Int>) -> [Range<Int>] {
    scanner.split(value, at: [.comma, .verticalLine])
  }

  /// Adds the code of a rule and why it is to be silent.
  mutating func addSilence(_ key: RawKey, at name: Range<Int>, _ value: Range<Int>) {
    guard !value.isEmpty else {
      return add(.emptyText(key: QuestionKey.silence.name), at: value, .valueIgnored)
    }
    let end = value.first { bytes[$0].isBlank } ?? value.upperBound
    tree.add(key, at: name)
    let object = tree.open(.object, at: value.lowerBound)
    add(.unknown, at: value.lowerBound..<end, value: scanner.trimmed(end..<value.upperBound))
    tree.close(object, at: value.upperBound)
  }

  /// The type of a value under a key that no deck knows; `nil`, and a fault, if it is not JSON or one
  /// knows it.
  mutating func extra(
    _ key: String, isOwned: Bool, _ value: Range<Int>, name: String, known: [String]
  ) -> JSONType? {
    if known.contains(key), isOwned || key != QuestionKey.silence.name {
      add(.markdown(.knownKey(key)), at: value, .questionSkipped)
      return nil
    }
    guard !value.isEmpty else {
      add(.emptyText(key: name), at: value, .questionSkipped)
      return nil
    }
    do throws(JSONParser.Failure) {
      let source = UnsafeBufferPointer(rebasing: bytes[value])
      return try JSONParser.document(source, depthLimit: depthLimit).type(of: 0)
    } catch {
      let start = value.lowerBound + error.offset
      add(error.kind, at: start..<start, .questionSkipped)
      return nil
    }
  }
}

extension Range<Int> {
  /// The place before the first byte.
  var start: Self { lowerBound..<lowerBound }
}
