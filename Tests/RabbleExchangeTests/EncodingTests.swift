import Foundation
import RabbleQuestions
import Testing

@testable import RabbleExchange

/// Encodings, with files that Python's codecs made: `Fixtures/make.py`.
struct EncodingTests {
  private func fixture(_ name: String) throws -> [UInt8] {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
    return [UInt8](try Data(contentsOf: url))
  }

  private static let japanese = """
    Expression,Reading,Meaning\r
    食べる,たべる,to eat\r
    コーヒー,コーヒー,coffee\r
    表示する,ひょうじする,"to show, to display"\r
    構造ソフト,こうぞうソフト,structure software\r

    """

  @Test(arguments: [
    ("japanese.utf_8.csv", TextEncoding.utf8), ("japanese.utf_8_sig.csv", .utf8),
    ("japanese.utf_16_le.csv", .utf16LittleEndian), ("japanese.utf_16_be.csv", .utf16BigEndian),
    ("japanese.shift_jis.csv", .shiftJIS), ("japanese.euc_jp.csv", .eucJP),
    ("japanese.iso2022_jp.csv", .iso2022JP),
  ])
  func `the encoding of a Japanese file is found`(name: String, encoding: TextEncoding) throws {
    let decoded = DecodedText(try fixture(name))
    #expect(decoded.encoding == encoding)
    #expect(decoded.text == Self.japanese)
    #expect(decoded.damage == 0)
  }

  @Test func `a byte order mark tells of UTF-16`() throws {
    let decoded = DecodedText(try fixture("japanese.utf_16.csv"))
    #expect(decoded.encoding == .utf16LittleEndian)
    #expect(decoded.text == Self.japanese)
  }

  @Test(arguments: [
    ("kanji.shift_jis.csv", TextEncoding.shiftJIS), ("kanji.euc_jp.csv", .eucJP),
    ("half.shift_jis.csv", .shiftJIS), ("western.cp1252.csv", .latin1),
    ("french.cp1252.csv", .latin1),
  ])
  func `old encodings are told apart without kana, and without Japanese`(
    name: String, encoding: TextEncoding
  ) throws {
    #expect(DecodedText(try fixture(name)).encoding == encoding)
  }

  @Test func `western letters are those of Windows`() throws {
    let text = DecodedText(try fixture("western.cp1252.csv")).text
    #expect(text.contains("Rückseite"))
    #expect(text.contains("où l’on boit du café"))
    #expect(DecodedText(try fixture("french.cp1252.csv")).text.contains("cœur,heart"))
  }

  @Test func `an encoding that is told counts, and what it can't read is counted`() throws {
    let bytes = try fixture("japanese.shift_jis.csv")
    let decoded = DecodedText(bytes, encoding: .utf8)
    #expect(decoded.encoding == .utf8)
    #expect(decoded.damage > 0)
    #expect(decoded.text.unicodeScalars.count { $0 == "\u{FFFD}" } == decoded.damage)
    #expect(DecodedText(bytes, encoding: .shiftJIS).text == Self.japanese)
  }

  @Test func `a text with an escape sequence that is no ISO-2022-JP is UTF-8`() {
    for text in ["\u{1B}[31mred", "\u{1B}$Bあ\u{1B}(B", "\u{1B}$Bodd\u{1B}(B", "$B"] {
      #expect(DecodedText(Array(text.utf8)).encoding == .utf8, "\(text)")
    }
  }

  @Test func `a broken letter does not make UTF-8 another encoding`() {
    var bytes = Array(Self.japanese.utf8)
    bytes.insert(0xFF, at: 26)
    let decoded = DecodedText(bytes)
    #expect(decoded.encoding == .utf8)
    #expect(decoded.damage == 1)
  }

  @Test(arguments: [
    ("sjis", TextEncoding.shiftJIS), ("CP932", .shiftJIS), ("EUC-JP", .eucJP), ("utf8", .utf8),
    ("ISO-8859-1", .latin1), ("UTF-16BE", .utf16BigEndian), ("iso-2022-jp", .iso2022JP),
  ])
  func `encodings have the names people use`(name: String, encoding: TextEncoding) {
    #expect(TextEncoding(name: name) == encoding)
    #expect(TextEncoding(name: "klingon") == nil)
  }
}
