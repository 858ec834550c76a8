import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// What is JSON and what is not, by RFC 8259, with Foundation's JSONSerialization as the peer.
///
/// On Linux, Foundation accepts a comma before a closing bracket, which the grammar does not have.
struct JSONConformanceTests {
  private func isAccepted(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      (try? JSONParser.document(bytes, depthLimit: 256)) != nil
    }
  }

  private func hasTrailingComma(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      do throws(JSONParser.Failure) {
        _ = try JSONParser.document(bytes, depthLimit: 256)
        return false
      } catch {
        guard case .syntax(.trailingComma) = error.kind else { return false }
        return true
      }
    }
  }

  private func isAcceptedByFoundation(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }

  @Test(arguments: [
    "0", "-0", "1", "-12", "0.5", "1e2", "1E+2", "-1.25e-3", "true", "false", "null", "\"\"",
    "[]", "{}", " [ ] ", "\t{\n}\r\n", "[[]]", "[1,2]", "{\"a\":1,\"a\":2}", "{\"\":{}}",
    "\"\\u0000\"", "\"\u{7F}\u{2028}\"", "\"\\uD83D\\uDE00\"", "\"\\/\"",
  ])
  func `what the grammar allows is accepted`(text: String) {
    #expect(isAccepted(text))
    #expect(isAcceptedByFoundation(text))
  }

  @Test(arguments: [
    "", " ", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1_0", "NaN", "Infinity",
    "-Infinity", "tru", "True", "nul", "truefalse", "[", "]", "{", "}", "[1,]", "[,]", "[,1]",
    "[1 2]",
    "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\",1}", "[1}",
    "{\"a\":1]", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ud83d\\u0041\"",
    "\"\\ude00\"", "\"\n\"", "\"\t\"", "\"\0\"", "[1]x", "1 2", "{}{}", "[\u{A0}]", "/**/1", "1//",
  ])
  func `what the grammar does not allow is refused`(text: String) {
    #expect(!isAccepted(text))
    if !hasTrailingComma(text) { #expect(!isAcceptedByFoundation(text)) }
  }

  @Test func `generated documents are accepted and refused as Foundation does`() {
    var random = SeededGenerator(seed: 8)
    let marks = ["{", "}", "[", "]", ",", ":", "\"", "\\", "0", "1", "-", ".", "e", " ", "\n", "t"]
    var accepted = 0
    for _ in 0..<20_000 {
      var text = value(depth: 4, using: &random)
      if Bool.random(using: &random), !text.isEmpty {
        let offset = Int.random(in: 0..<text.unicodeScalars.count, using: &random)
        let index = text.unicodeScalars.index(text.unicodeScalars.startIndex, offsetBy: offset)
        if Bool.random(using: &random) {
          text.unicodeScalars.remove(at: index)
        } else {
          text.unicodeScalars.insert(
            contentsOf: random.element(of: marks).unicodeScalars,
            at: index
          )
        }
      }
      let isOurs = isAccepted(text)
      accepted += isOurs ? 1 : 0
      if hasTrailingComma(text) { continue }
      #expect(isOurs == isAcceptedByFoundation(text), "\(text.debugDescription)")
    }
    #expect((10_000..<20_000).contains(accepted))
  }

  /// A random document, with numbers that every peer can represent.
  private func value(depth: Int, using random: inout SeededGenerator) -> String {
    let space = random.element(of: ["", "", " ", "\n\t", "\r\n"])
    let count = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return space + random.element(of: ["true", "false", "null"])
    case 1: return random.element(of: ["0", "-0", "10", "-1.5", "2e3", "1.25E-2", "7e+1"]) + space
    case 2...4: return space + string(using: &random)
    case 5:
      let elements = (0..<count).map { _ in value(depth: depth - 1, using: &random) }
      return "[" + space + elements.joined(separator: ",") + "]"
    default:
      let members = (0..<count).map { _ in
        string(using: &random) + space + ":" + value(depth: depth - 1, using: &random)
      }
      return "{" + space + members.joined(separator: ",") + "}"
    }
  }

  private func string(using random: inout SeededGenerator) -> String {
    let pieces = ["a", "日", "😀", "\\n", "\\\"", "\\\\", "\\u3042", "\\ud83d\\ude00", " ", "{", ","]
    let count = Int.random(in: 0...4, using: &random)
    return "\"" + (0..<count).map { _ in random.element(of: pieces) }.joined() + "\""
  }

  @Test func `the UTF-8 check agrees with the standard library on every short sequence`() {
    var random = SeededGenerator(seed: 9)
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        random.element(of: edges)
      }
      let isSound = bytes.withUnsafeBufferPointer { UTF8Check.firstFault(in: $0) == nil }
      #expect(isSound == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}
