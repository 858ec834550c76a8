/// A list as an author wrote it: where its elements stand, and what changes when one comes or goes.
struct JSONArrayText {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// All of it, from bracket to bracket.
  private let whole: Range<Int>
  /// The elements.
  let elements: [Range<Int>]

  /// The list at a node.
  init(_ document: JSONDocument, array: Int) {
    func range(_ node: Int) -> Range<Int> {
      Int(document.nodes[node].start)..<Int(document.nodes[node].end)
    }
    bytes = document.bytes
    whole = range(array)
    elements = document.elements(of: array).map(range)
  }

  /// The white space before an element.
  func leading(_ index: Int) -> String {
    let end = elements[index].lowerBound
    var start = end
    while start > whole.lowerBound + 1, bytes[start - 1].isJSONSpace { start -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The white space before the closing bracket.
  var closing: String {
    guard let last = elements.last else { return "" }
    return String(decoding: bytes[last.upperBound..<(whole.upperBound - 1)], as: UTF8.self)
  }

  /// What stands before an element that is neither first nor last.
  var between: String {
    switch elements.count {
    case 0: ""
    case 1: leading(0).isBroken ? leading(0) : ""
    default: leading(elements.count - 1)
    }
  }

  /// What changes when an element is put in; `outline` is the white space before it and behind it
  /// in a list that is empty, `gap` what stands between two on one line.
  func inserting(
    _ text: String, at index: Int, outline: (leading: String, closing: String), gap: String
  ) -> TextEdit {
    if elements.isEmpty {
      let inside = (whole.lowerBound + 1)..<(whole.upperBound - 1)
      return TextEdit(inside, outline.leading + text + outline.closing)
    }
    let gap = elements.count == 1 && between.isEmpty ? gap : between
    if index >= elements.count {
      let end = elements[elements.count - 1].upperBound
      return TextEdit(end..<end, "," + gap + text)
    }
    let start = elements[index].lowerBound
    return TextEdit(start..<start, text + "," + gap)
  }

  /// What changes when an element goes.
  func removing(_ index: Int) -> TextEdit {
    if elements.count == 1 {
      return TextEdit((whole.lowerBound + 1)..<(whole.upperBound - 1), "")
    }
    if index + 1 < elements.count {
      return TextEdit(elements[index].lowerBound..<elements[index + 1].lowerBound, "")
    }
    return TextEdit(elements[index - 1].upperBound..<elements[index].upperBound, "")
  }
}
