import RabbleText
import Testing

@Suite struct CharactersTests {
  /// All scalars.
  private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

  @Test func `what Unicode says nobody sees is invisible, but for what changes other characters`() {
    let left = Self.scalars.filter { scalar in
      scalar.properties.isDefaultIgnorableCodePoint && !scalar.isInvisible && !scalar.isBidiControl
        && scalar.properties.generalCategory != .unassigned
    }
    // Mongolian variation selectors, the joiners, and the other variation selectors.
    let ranges: [ClosedRange<UInt32>] = [
      0x180B...0x180D, 0x180F...0x180F, 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF,
    ]
    #expect(left.map(\.value) == ranges.flatMap { Array($0) })
  }

  @Test func `no scalar is of two kinds that nobody sees`() {
    for scalar in Self.scalars where scalar.isInvisible {
      #expect(!scalar.isUnprintable && !scalar.isSpace && scalar.bracket == nil)
    }
    let printable = Self.scalars.filter { $0.isBidiControl && !$0.isUnprintable }
    #expect(printable.isEmpty)
  }

  @Test func `spaces, broken characters and ends of lines are what Unicode says`() {
    for scalar in Self.scalars {
      let properties = scalar.properties
      #expect(scalar.isSpace == properties.isWhitespace)
      #expect(scalar.endsLine == Character(scalar).isNewline)
      #expect(
        scalar.isBroken
          == (scalar == "\u{FFFD}" || properties.generalCategory == .privateUse
            || properties.isNoncharacterCodePoint))
    }
  }

  @Test func `brackets come in pairs, each with the other width of itself`() {
    for bracket in Bracket.all {
      #expect(bracket.opening.properties.generalCategory == .openPunctuation)
      #expect(bracket.closing.properties.generalCategory == .closePunctuation)
      #expect(bracket.opening.bracket == bracket && bracket.closing.bracket == bracket)
      #expect(bracket.opening.opensBracket() && bracket.closing.closesBracket(bracket.use))
      #expect(!bracket.opening.closesBracket() && !bracket.closing.opensBracket())
      #expect(bracket.inOtherWidth?.inOtherWidth == bracket || bracket.inOtherWidth == nil)
    }
    #expect(("）" as Unicode.Scalar).bracket?.inOtherWidth?.closing == ")")
    #expect(("】" as Unicode.Scalar).bracket?.inOtherWidth == nil)
    #expect(("a" as Unicode.Scalar).bracket == nil && ("、" as Unicode.Scalar).bracket == nil)
  }

  @Test func `marks of a quotation know what may end it`() {
    #expect(QuotationMarks.closing("„")?.contains("“") == true)
    #expect(QuotationMarks.closing("「") == ["」"])
    #expect(QuotationMarks.closing("”") == nil && QuotationMarks.all.contains("”"))
    #expect(!QuotationMarks.all.contains("\"") && !QuotationMarks.all.contains("【"))
  }

  @Test func `what is in any brackets of a remark is one piece`() {
    for bracket in Bracket.all where bracket.use == .remark {
      let text = "dog\(bracket.opening)x;big;y\(bracket.closing); cat"
      #expect(AnswerList.pieces(of: text).count == 2)
      #expect(AnswerList.alternatives(of: text).count == 2)
    }
  }
}
