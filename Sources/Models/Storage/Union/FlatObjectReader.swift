/// Reads a JSON object (RFC 8259) whose values are texts, numbers and null. Whole numbers are exact.
struct FlatObjectReader {
  /// A value of the object.
  enum Scalar {
    case text(String)
    case integer(Int64)
    case real(Double)
  }

  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The members in their order, without those that are null; `nil` where it is no such object.
  mutating func members() -> [(key: String, value: Scalar)]? {
    var members: [(key: String, value: Scalar)] = []
    guard take("{") else { return nil }
    if take("}") { return isAtEnd ? members : nil }
    repeat {
      skipSpace()
      guard let key = text(), take(":") else { return nil }
      skipSpace()
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: "\"") {
        guard let value = text() else { return nil }
        members.append((key, .text(value)))
      } else if bytes[place] == UInt8(ascii: "n") {
        guard word("null") else { return nil }
      } else {
        guard let value = number() else { return nil }
        members.append((key, value))
      }
    } while take(",")
    return take("}") && isAtEnd ? members : nil
  }

  private var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == bytes.count
    }
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0d].contains(bytes[place]) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= bytes.count,
      bytes[place..<place + count].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { return false }
    place += count
    return true
  }

  private mutating func number() -> Scalar? {
    let start = place
    while place < bytes.count, "+-.0123456789eE".utf8.contains(bytes[place]) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    // Swift reads numbers that JSON does not have.
    guard text.utf8.first != UInt8(ascii: "+"), text.utf8.first != UInt8(ascii: ".") else {
      return nil
    }
    return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
  }

  private mutating func text() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    place += 1
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        defer { place += 1 }
        return String(validating: bytes[start..<place], as: UTF8.self)
      case UInt8(ascii: "\\"): return escapedText(from: start)
      case ..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  private mutating func escapedText(from start: Int) -> String? {
    var text = Array(bytes[start..<place])
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard place < bytes.count else { return nil }
        let escape = bytes[place]
        place += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0c)
        case UInt8(ascii: "n"): text.append(0x0a)
        case UInt8(ascii: "r"): text.append(0x0d)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
          guard let scalar = escapedScalar() else { return nil }
          text += String(scalar).utf8
        default: return nil
        }
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), word("\\u"), let second = codeUnit(),
      UTF16.isTrailSurrogate(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00))
  }

  private mutating func codeUnit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
    place += 4
    return digits.utf8.first == UInt8(ascii: "+") ? nil : UInt16(digits, radix: 16)
  }
}
