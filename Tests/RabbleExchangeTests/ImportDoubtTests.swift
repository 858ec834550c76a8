import Testing

@testable import RabbleExchange

/// Columns that are probably something else than they are taken for.
struct ImportDoubtTests {
  private func doubts(_ rows: [String], name: String = "words.csv") throws -> [ImportDoubt] {
    let text = "prompt,answer\n" + rows.map { $0 + "\n" }.joined()
    let file = try ImportFile(Array(text.utf8), name: name)
    return file.content(file.mapping).doubts
  }

  @Test func `a constant prompt, a running number, few answers and prompts as answers are doubted`()
    throws
  {
    #expect(try doubts((1...9).map { "note,word \($0)" }) == [.onePrompt("note")])
    #expect(try doubts((1...30).map { "\($0),word \($0)" }) == [.numberedPrompts])
    #expect(try doubts((101...130).map { "\($0).,word \($0)" }) == [.numberedPrompts])
    #expect(
      try doubts((1...40).map { "w\($0),\($0 % 2 == 0 ? "noun" : "verb")" })
        == [.fewAnswers(["noun", "verb"], questions: 40)])
    // A header that is not known as one is no reason to trust the rest.
    #expect(try doubts(["No.,word"] + (1...30).map { "\($0),word \($0)" }) == [.numberedPrompts])
    #expect(try doubts(["hotel,hotel"]) == [.promptIsAnswer(1, questions: 1)])
    #expect(
      try doubts((1...10).map { "w\($0),w\($0)" }) == [.promptIsAnswer(10, questions: 10)])
  }

  @Test func `a text of which most lines have no separator is doubted`() throws {
    let story = [
      "Once upon a time, there was a fox", "It was red", "It ran, fast", "It slept", "It woke",
    ]
    #expect(try doubts(story) == [.withoutAnswer(3, lines: 5)])
    #expect(try doubts(story.dropLast()) == [])
  }

  @Test func `an ordinary deck is not doubted`() throws {
    #expect(try doubts((1...100).map { "word \($0),meaning \($0)" }) == [])
    // Three genders of twenty words, numbers out of order, one word that is the same.
    #expect(try doubts((1...20).map { "w\($0),\(["der", "die", "das"][$0 % 3])" }) == [])
    #expect(try doubts([7, 3, 90, 12, 4].map { "\($0),word \($0)" }) == [])
    #expect(try doubts((1...10).map { $0 == 1 ? "hotel,hotel" : "w\($0),m\($0)" }) == [])
    #expect(try doubts(["one,eins", "two,zwei"]) == [])
  }

  @Test(arguments: TextConversion.offered)
  func `a whole file is converted, or not at all`(conversion: TextConversion) throws {
    let text = "é, ü and ñ"
    let bytes: [UInt8] =
      switch conversion {
      case .doubleUTF8: Array(String(text.utf8.map { Character(Unicode.Scalar($0)) }).utf8)
      case .encoding(.utf16LittleEndian): text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .encoding(.utf16BigEndian): text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      // “日本”, by the tables of JIS X 0208.
      case .encoding(.shiftJIS): [0x93, 0xFA, 0x96, 0x7B]
      case .encoding(.iso2022JP): [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
      default: [0xC6, 0xFC, 0xCB, 0xDC]
      }
    let isJapanese = [.encoding(.shiftJIS), .encoding(.eucJP), .encoding(.iso2022JP)].contains(
      conversion)
    let wanted = isJapanese ? "日本" : text
    #expect(conversion.converted(bytes) == Array(wanted.utf8))
    #expect(TextConversion(name: conversion.name) == conversion)
    // What is sound already stays.
    #expect(TextConversion.doubleUTF8.converted(Array("é and 日本".utf8)) == nil)
    #expect(TextConversion.doubleUTF8.converted(Array("plain".utf8)) == nil)
  }

  @Test func `what is too long to be asked is skipped, and what is too long to be read is cut`()
    throws
  {
    let long = String(repeating: "あ", count: 10_001)
    let text = "prompt,answer,note\n\(long),a,n\nb,c,\(long)\nd,\(long.dropFirst()),\n"
    let file = try ImportFile(Array(text.utf8), name: "words.csv")
    let content = file.content(file.mapping)
    let questions = content.groups.flatMap(\.items).map(\.question)
    #expect(questions.map(\.prompt) == ["b", "d"])
    #expect(content.notices == [ImportNotice(line: 2, kind: .longText(.prompt))])
    #expect(content.notices[0].isSkip)
    #expect(questions[0].note == String(repeating: "あ", count: 9_999) + "…")
    #expect(content.changes.cutTexts == 1)
  }
}
