/// The fields of a message of Protocol Buffers, by their numbers.
///
/// Anki keeps a dozen fields in this form that an import needs: numbers, texts, lists of numbers, and
/// messages in them. The wire format has five kinds of values, so that reading it takes fewer lines than
/// describing Anki's messages to a library would, and no generated code.
///
///     ProtobufReader([0x08, 0x03])?.number(1)   // 3
struct ProtobufReader {
  private enum Value {
    case number(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var values: [Int: [Value]] = [:]

  /// Reads a message; `nil` where the bytes are none, or it has too many fields.
  init?(_ bytes: some Sequence<UInt8>, mostFields: Int = 4096) {
    self.init(slice: ArraySlice(Array(bytes)), mostFields: mostFields)
  }

  private init?(slice: ArraySlice<UInt8>, mostFields: Int = 4096) {
    var rest = slice
    var count = 0
    while !rest.isEmpty {
      count += 1
      guard count <= mostFields, let tag = Self.varint(&rest), tag >> 3 > 0,
        let number = Int(exactly: tag >> 3), number < 1 << 29
      else { return nil }
      let value: Value
      switch tag & 7 {
      case 0:
        guard let found = Self.varint(&rest) else { return nil }
        value = .number(found)
      case 1:
        guard let found = Self.fixed(&rest, bytes: 8) else { return nil }
        value = .fixed64(found)
      case 2:
        guard let length = Self.varint(&rest), length <= UInt64(rest.count) else { return nil }
        value = .bytes(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
      case 5:
        guard let found = Self.fixed(&rest, bytes: 4) else { return nil }
        value = .fixed32(UInt32(truncatingIfNeeded: found))
      default: return nil
      }
      values[number, default: []].append(value)
    }
  }

  /// The whole number of a field; `nil` where it is not there.
  func number(_ field: Int) -> Int? {
    guard case .number(let value)? = values[field]?.last else { return nil }
    return Int(truncatingIfNeeded: value)
  }

  /// The real number of a field; `nil` where it is not there.
  func real(_ field: Int) -> Double? {
    guard case .fixed32(let bits)? = values[field]?.last else { return nil }
    return Double(Float(bitPattern: bits))
  }

  /// The real numbers of a repeated field, packed or not.
  func reals(_ field: Int) -> [Double] {
    (values[field] ?? []).flatMap { value -> [Double] in
      switch value {
      case .fixed32(let bits): return [Double(Float(bitPattern: bits))]
      case .bytes(var bytes):
        var numbers: [Double] = []
        while let bits = Self.fixed(&bytes, bytes: 4) {
          numbers.append(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        }
        return numbers
      case .number, .fixed64: return []
      }
    }
  }

  /// The text of a field; `nil` where it is not there.
  func text(_ field: Int) -> String? {
    guard case .bytes(let bytes)? = values[field]?.last else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The message in a field; `nil` where it is not there, or is none.
  func message(_ field: Int) -> ProtobufReader? {
    guard case .bytes(let bytes)? = values[field]?.last else { return nil }
    return ProtobufReader(slice: bytes)
  }

  /// The messages of a repeated field; those that are none are `nil`.
  func messages(_ field: Int) -> [ProtobufReader?] {
    (values[field] ?? []).map { value in
      if case .bytes(let bytes) = value { ProtobufReader(slice: bytes) } else { nil }
    }
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
    }
    return nil
  }

  private static func fixed(_ rest: inout ArraySlice<UInt8>, bytes: Int) -> UInt64? {
    guard rest.count >= bytes else { return nil }
    let value = rest.prefix(bytes).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(bytes)
    return value
  }
}

/// Writes a message of Protocol Buffers field by field; what is not written has its default.
struct ProtobufWriter {
  /// The message so far.
  private(set) var bytes: [UInt8]

  /// Begins a message, or goes on behind one.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds a whole number that is not negative.
  mutating func add(_ field: Int, _ number: Int64) {
    add(varint: UInt64(field) << 3)
    add(varint: UInt64(number))
  }

  /// Adds a truth value.
  mutating func add(_ field: Int, _ flag: Bool) { add(field, flag ? 1 : 0) }

  /// Adds a text.
  mutating func add(_ field: Int, _ text: String) { add(field, Array(text.utf8)) }

  /// Adds bytes, or a message.
  mutating func add(_ field: Int, _ value: [UInt8]) {
    add(varint: UInt64(field) << 3 | 2)
    add(varint: UInt64(value.count))
    bytes += value
  }

  private mutating func add(varint: UInt64) {
    var rest = varint
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
