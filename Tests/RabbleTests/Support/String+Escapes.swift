extension String {
  /// The text without escape sequences, bells and carriage returns.
  var withoutEscapes: String {
    var result = String.UnicodeScalarView()
    var rest = Array(unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1b}": rest.removeSequence()
      case "\r", "\u{7}": break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

}

extension StringProtocol {
  /// The first scalar that may command a terminal or reorder its text: a control character besides
  /// those allowed, or a bidirectional control.
  func firstUnprintable(allowing allowed: Set<Unicode.Scalar> = ["\n"]) -> Unicode.Scalar? {
    unicodeScalars.first { scalar in
      guard !allowed.contains(scalar) else { return false }
      switch scalar.value {
      case 0...0x1f, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069:
        return true
      default: return false
      }
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// Removes the rest of a sequence that began with ESC (ECMA-48, 5.3 to 5.6).
  fileprivate mutating func removeSequence() {
    switch popFirst() {
    case "[":
      while let scalar = popFirst(), !(0x40...0x7e ~= scalar.value) {}
    case "]":
      while let scalar = popFirst(), scalar != "\u{7}" {
        if scalar == "\u{1b}" {
          removeFirst(Swift.min(1, count))
          return
        }
      }
    case let scalar? where 0x20...0x2f ~= scalar.value:
      removeFirst(Swift.min(1, count))
    default: break
    }
  }
}
