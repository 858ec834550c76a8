import RabbleQuestions
import Testing

@testable import RabbleExchange

struct ColumnMappingTests {
  private func file(_ text: String, _ name: String = "x.csv") throws -> ImportFile {
    try ImportFile(Array(text.utf8), name: name)
  }

  @Test(arguments: [
    ("Front,Back\na,b", "prompt,answer"),
    ("term,definition\na,b", "prompt,answer"),
    ("question,hint,answer\na,b,c", "prompt,hint,answer"),
    ("Expression,Reading,Meaning,Tags\n食,しょく,food,n5", "prompt,reading,answer,tags"),
    ("Kanji,Furigana,English\n食,しょく,food", "prompt,reading,answer"),
    ("Kana,English\nしょく,food", "prompt,answer"),
    ("No.,Word,Meaning\n1,a,b\n2,c,d", "-,prompt,answer"),
    ("単語,読み,意味,例文\n食,しょく,food,食がある", "prompt,reading,answer,example"),
    ("Frage;Antwort;Bemerkung\na;b;c", "prompt,answer,note"),
    ("Front,Back,Mnemonic\na,b,c", "prompt,answer,-"),
  ])
  func `columns are known by their names`(text: String, columns: String) throws {
    #expect(try file(text).mapping.text == columns)
  }

  @Test(arguments: [
    ("食べる,たべる,to eat\n飲む,のむ,to drink\n", "prompt,reading,answer"),
    ("食べる,to eat,たべる\n飲む,to drink,のむ\n", "prompt,answer,reading"),
    ("犬,いぬ\n猫,ねこ\n", "prompt,answer"),
    ("ねこ,cat\nいぬ,dog\n", "prompt,answer"),
    ("1,食べる,たべる,to eat,a verb\n2,飲む,のむ,to drink,another\n", "-,prompt,reading,answer,note"),
    ("a,b,n5::verb\nc,d,n5::noun\n", "prompt,answer,tags"),
  ])
  func `columns without names are known by what stands in them`(text: String, columns: String)
    throws
  {
    #expect(try file(text).mapping.text == columns)
  }

  @Test func `a mapping is read and written`() throws {
    let mapping = try ColumnMapping("prompt, Kana ,meaning,-,tags", columns: 6)
    #expect(
      mapping.roles == [
        .field(.prompt), .field(.reading), .field(.answer), .ignored, .field(.tags), .ignored,
      ])
    #expect(try ColumnMapping(mapping.text, columns: 6) == mapping)
  }

  @Test func `a mapping that makes no questions is refused with the reason`() {
    #expect(throws: ColumnMapping.Failure.unknown("colour")) {
      try ColumnMapping("prompt,colour", columns: 2)
    }
    #expect(throws: ColumnMapping.Failure.twice(.field(.answer), columns: ["2", "3"])) {
      try ColumnMapping("prompt,answer,answer", columns: 3)
    }
    #expect(throws: ColumnMapping.Failure.incomplete) {
      try ColumnMapping("prompt,note", columns: 2)
    }
    #expect(throws: ColumnMapping.Failure.tooMany(columns: 2)) {
      try ColumnMapping("prompt,answer,note", columns: 2)
    }
  }

  @Test func `a role or a column that is given twice is named with what to do`() throws {
    let names = ["Word", "Expression", "Meaning"]
    func failure(_ text: String) -> String? {
      do throws(ColumnMapping.Failure) {
        _ = try ColumnMapping(text, columns: 3, header: names)
        return nil
      } catch { return error.description }
    }
    #expect(
      failure("prompt=Word,prompt=Expression,answer=Meaning")
        == "only one column can be “prompt”, and “Word” and “Expression” are. Skip one of them with -, "
        + "or make it a note.")
    #expect(
      failure("prompt=Word,answer=Word")
        == "the column “Word” is given the roles “prompt” and “answer”. Give it only one.")
    #expect(failure("prompt=Word,prompt=Word,answer=Meaning,note=Expression") == nil)
    for text in [
      "Vocab: prompt=Word,prompt=Reading,answer=Meaning",
      "prompt=Word,prompt=Reading,answer=Meaning",
    ] {
      #expect(
        throws: ColumnMapping.Failure.twice(.field(.prompt), columns: ["Word", "Reading"])
      ) { try AnkiColumns(text) }
    }
    #expect(
      throws: ColumnMapping.Failure.columnTwice("Word", roles: [.field(.prompt), .field(.answer)])
    ) { try AnkiColumns("prompt=Word,answer=Word") }
  }

  @Test func `what is left out or changed is named with its line`() throws {
    let file = try file(
      """
      prompt,answer,pitch,directions,typos
      a,b,1,,off
      ,c,,,
      d,,,,
      e,f,x,sideways,never
      e,f,,,
      g,h,2,production,,more

      """
    )
    let content = file.content(file.mapping)
    #expect(content.groups.map(\.items.count) == [3])
    #expect(
      content.notices == [
        ImportNotice(line: 3, kind: .noPrompt), ImportNotice(line: 4, kind: .noAnswer),
        ImportNotice(line: 5, kind: .pitch("x")),
        ImportNotice(line: 5, kind: .direction("sideways")),
        ImportNotice(
          line: 5, kind: .choice("never", column: "typos", known: ["on", "young", "off"])),
        ImportNotice(line: 6, kind: .repeated(firstLine: 5)),
        ImportNotice(line: 7, kind: .furtherFields(1)),
      ])
    #expect(content.groups[0].items.first?.question.typos == .off)
    #expect(content.groups[0].items.last?.question.directions == [.production])
  }

  @Test func `letters in two parts become one, and it is said`() throws {
    let file = try file("prompt,answer\nか\u{3099},Cafe\u{301}\n")
    let content = file.content(file.mapping)
    #expect(Array((content.groups[0].items[0].question.prompt).unicodeScalars) == ["が"])
    #expect(content.changes.composed == 2)
  }

  @Test func `a table of one column, and an empty file, are refused`() {
    #expect(throws: ImportError.self) { try file("just\nwords\n") }
    #expect(throws: ImportError.empty) { try file(" \n\n") }
  }
}
