/// What a question is known by in the study log, on every device alike: 128 bits made from the
/// question's own text, so that no two devices need to agree on it.
public struct QuestionID: Hashable, Sendable {
  /// The 128 bits.
  public let bits: UInt128

  /// Makes an identity from its bits.
  public init(bits: UInt128) {
    self.bits = bits
  }

  /// The identity a question has unless the learner decided otherwise: of the author's `id` if it
  /// has one, else of its group's title, its prompt and its answer.
  public init(of question: Question, inGroup title: String) {
    if let id = question.id {
      self.init(hashing: ["id", id])
    } else {
      self.init(ofWordingOf: question, inGroup: title)
    }
  }

  /// What a question is known by through its wording alone: its group's title, its prompt and its
  /// answer.
  public init(ofWordingOf question: Question, inGroup title: String) {
    self.init(hashing: ["text", title, question.prompt, question.answer])
  }

  /// What the question is known by whose wording this identity is of, once another has gone on with it:
  /// the same on every device.
  ///
  /// - Parameter former: the question that its wording was until now.
  /// - Returns: the identity.
  package func another(than former: QuestionID) -> QuestionID {
    QuestionID(hashing: ["another", description, former.description])
  }

  /// FNV-1a of 128 bits over the parts' UTF-8, each closed by a byte that UTF-8 never uses, so that
  /// no two lists of parts run together (draft-eastlake-fnv, section 2).
  init(hashing parts: [String]) {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
      hash = (hash ^ 0xff) &* prime
    }
    self.init(bits: hash)
  }
}

extension QuestionID: CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  public var description: String { bits.hexadecimalDigits }
}

extension UInt128 {
  /// 32 lower-case hexadecimal digits.
  var hexadecimalDigits: String { hexadecimalDigits(hyphensBefore: 0) }

  /// 32 lower-case hexadecimal digits with hyphens between.
  ///
  /// - Parameter places: a bit for each digit that has a hyphen before it, the lowest for the first.
  /// - Returns: the digits.
  package func hexadecimalDigits(hyphensBefore places: UInt32) -> String {
    String(unsafeUninitializedCapacity: 32 + places.nonzeroBitCount) { digits in
      var count = 0
      func put(_ half: UInt64, _ places: UInt32) {
        for index in 0..<16 {
          if places >> UInt32(index) & 1 == 1 {
            digits[count] = UInt8(ascii: "-")
            count += 1
          }
          let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - index * 4)) & 0xf
          digits[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          count += 1
        }
      }
      put(UInt64(truncatingIfNeeded: self >> 64), places)
      put(UInt64(truncatingIfNeeded: self), places >> 16)
      return count
    }
  }
}
