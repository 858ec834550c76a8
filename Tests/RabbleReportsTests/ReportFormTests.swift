import Foundation
import RabbleReports
import RabbleScreens
import RabbleText
import Testing

@Suite struct ReportFormTests {
  private let tables = [
    Self.table("sum", .record, ["correct"], [[.count(2)]]),
    Self.table(
      "questions", .rows, ["prompt", "correct", "percentage", "hint_used"],
      [
        [.text("say \"hi\", ok"), .count(1), .share(0.5), .flag(true)],
        [.text("two\nlines"), .count(0), .missing, .flag(false)],
      ]),
  ]

  /// A table of values as they are.
  private static func table(
    _ key: String, _ shape: ReportTable.Shape, _ keys: [String], _ rows: [[ReportTable.Value]]
  ) -> ReportTable {
    ReportTable(key, "", shape, of: rows) {
      keys.enumerated().map { place, key in ReportTable.Column(key, "") { $0[place] } }
    }
  }

  /// The fields of a table of one value, without its header.
  private func line(_ value: ReportTable.Value, guardsFormulas: Bool = false) -> String {
    var bytes: [UInt8] = []
    CSVText.write([value], guardsFormulas: guardsFormulas, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a row is an object that keeps its order and commands no terminal`() {
    let values: [ReportTable.Value] = [
      .text("\u{1b}[31m \u{202e} \"\\ \t\n \u{7f}\u{85} あ é \u{2028}"), .text(""),
      .term("key", words: "words"), .count(-3), .share(0.25), .share(.nan), .number(1, decimals: 0),
      .number(1e21, decimals: 2), .numbers([]), .numbers([1, .infinity, -0.5]), .flag(true),
      .missing,
    ]
    let headings = values.indices.map { ReportTable.Heading($0 == 1 ? "a \"b\"" : "k\($0)", "") }
    var bytes: [UInt8] = []
    JSONText.write(values, headings: headings, to: &bytes)
    let expected =
      #"{"k0":"\u001b[31m \u202e \"\\ \t\n \u007f\u0085 あ é \u2028","a \"b\"":"","k2":"key","#
      + #""k3":-3,"k4":0.25,"k5":null,"k6":1.0,"k7":1e+21,"k8":[],"k9":[1.0,null,-0.5],"k10":true,"#
      + #""k11":null}"#
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test func `CSV quotes what needs it`() {
    #expect(
      CSVText.text(tables[1])
        == "prompt,correct,percentage,hint_used\r\n"
        + "\"say \"\"hi\"\", ok\",1,0.5,true\r\n" + "\"two\nlines\",0,,false\r\n")
  }

  @Test func `a quotation mark is doubled even under a combining mark`() {
    #expect(line(.text("\"\u{301}")) == "\"\"\"\u{301}\"\r\n")
  }

  @Test func `texts are guarded against spreadsheets, numbers are not`() {
    #expect(line(.text("=1+1"), guardsFormulas: true) == "'=1+1\r\n")
    #expect(line(.text("=1+1")) == "=1+1\r\n")
    #expect(line(.number(-1.5, decimals: 1), guardsFormulas: true) == "-1.5\r\n")
    #expect(
      CSVText.text(Self.table("t", .rows, ["a", "b"], [[.text("-x"), .count(-2)]]))
        == "a,b\r\n'-x,-2\r\n")
  }

  @Test func `CSV holds nothing that commands a terminal`() {
    #expect(line(.text("\u{1b}[2Ja\u{202e}b")) == "[2Jab\r\n")
  }

  @Test func `JSON reads back as it was, control and bidirectional characters too`() throws {
    let hostile = "\u{1b}[31m \u{202e} \"\\ \t\n \u{7f} あ"
    let table = Self.table("rows", .rows, ["text"], [[.text(hostile)]])
    let text = JSONText.text("hostile", table, tables)
    #expect(!text.unicodeScalars.contains { $0.isUnprintable && $0 != "\n" })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let total = try #require(object["sum"] as? [String: Int])
    #expect(total == ["correct": 2])
    let rows = try #require(object["rows"] as? [[String: String]])
    #expect(rows == [["text": hostile]])
    let questions = try #require(object["questions"] as? [[String: Any]])
    #expect(questions.count == 2)
    #expect(questions[1]["percentage"] is NSNull)
  }

  @Test
  func `a report is one object: its schema, its name, its main table as rows, and other tables`() {
    let rows = Self.table(
      "cards", .rows, ["prompt", "tags"], [[.text("あ"), .texts(["a", "b\"c"])]])
    #expect(
      JSONText.text("cards", rows, tables) == """
        {
          "schema": 1,
          "report": "cards",
          "rows": [
            {"prompt":"あ","tags":["a","b\\"c"]}
          ],
          "sum": {"correct":2},
          "questions": [
            {"prompt":"say \\"hi\\", ok","correct":1,"percentage":0.5,"hint_used":true},
            {"prompt":"two\\nlines","correct":0,"percentage":null,"hint_used":false}
          ]
        }

        """)
    // The main table is a list, also of one row, and of none.
    #expect(JSONText.text("sum", tables[0]).contains("\"rows\": [\n    {\"correct\":2}\n  ]\n"))
    #expect(
      JSONText.text("none", Self.table("t", .rows, ["a"], [])).hasSuffix("\"rows\": []\n}\n"))
    #expect(CSVText.text(rows) == "prompt,tags\r\nあ,\"a | b\"\"c\"\r\n")
  }

  @Test func `a report that is one value has schema and name before its members`() throws {
    struct Value: Encodable { let rows = [1] }
    #expect(
      try JSONText.text("numbers", Value())
        == "{\"schema\":1,\"report\":\"numbers\",\"rows\":[1]}\n")
  }

  @Test func `a value that there is not is null, or has no key where others want it so`() throws {
    struct Value: Encodable {
      var text: String?
      var number: Int?
      var share: Double?
      var flag: Bool?
      var list: [String]?
      var nested: [Optional<Int>] = [nil]
    }
    #expect(
      try JSONText.line(Value(), keys: .encoded)
        == #"{"text":null,"number":null,"share":null,"flag":null,"list":null,"nested":[null]}"#)
    #expect(try JSONText.line(Value(), missing: .noKey) == #"{"nested":[null]}"#)
    #expect(
      try JSONText.line(
        Value(text: "a", number: 1, share: 0.5, flag: true, list: []), keys: .encoded)
        == #"{"text":"a","number":1,"share":0.5,"flag":true,"list":[],"nested":[null]}"#)
  }

  @Test func `programs read the name of a term, whole numbers of a number and null for infinity`()
    throws
  {
    let row: [ReportTable.Value] = [
      .term("other_answer", words: "another card's answer"), .number(1, decimals: 2),
      .numbers([1, 0.25]), .number(.infinity, decimals: 1),
    ]
    #expect(
      JSONText.text("r", Self.table("t", .rows, ["a", "b", "c", "d"], [row]))
        == "{\n  \"schema\": 1,\n  \"report\": \"r\",\n  \"rows\": [\n    {\"a\":\"other_answer\",\"b\":1.0,\"c\":[1.0,0.25],\"d\":null}\n  ]\n}\n"
    )
    #expect(line(row[0]) == "other_answer\r\n")
  }

  @Test func `any Encodable becomes JSON, nested containers too`() throws {
    struct Nested: Encodable {
      let none: Int?
      let list: [Int8]
      let map: [String: [Bool]]

      enum CodingKeys: CodingKey { case list, map, none, inner, sup }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(none, forKey: .none)
        try container.encode(list, forKey: .list)
        try container.encode(map, forKey: .map)
        var inner = container.nestedUnkeyedContainer(forKey: .inner)
        try inner.encodeNil()
        var object = inner.nestedContainer(keyedBy: CodingKeys.self)
        try object.encode("x", forKey: .list)
        try 7.encode(to: inner.superEncoder())
        try "s".encode(to: container.superEncoder(forKey: .sup))
      }
    }
    #expect(
      try JSONText.line(Nested(none: nil, list: [1, -2], map: ["b": [], "a": [true]]))
        == #"{"inner":[null,{"list":"x"},7],"list":[1,-2],"map":{"a":[true],"b":[]},"none":null,"sup":"s"}"#
    )
  }
}
