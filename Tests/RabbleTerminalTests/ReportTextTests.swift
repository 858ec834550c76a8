import RabbleScreens
import RabbleTerminal
import Testing

@Suite struct TableTextTests {
  @Test func `columns line up whatever script they hold, numbers on the right`() {
    let table = table(
      "By question", ["Prompt", "Answer", "Correct", "Share"],
      [
        [.text("かな"), .text("a"), .count(3), .share(1)],
        [.text("ｶﾅ"), .text("学校"), .count(12), .share(0.3333)],
        [.text("か\u{3099}"), .text("👩‍🏫"), .count(0), .missing],
      ])
    #expect(
      TableText.text([table]) == """
        By question
        Prompt  Answer  Correct   Share
        かな    a             3  100.0%
        ｶﾅ      学校         12   33.3%
        か\u{3099}      👩‍🏫            0       –

        """)
  }

  @Test func `a text can't command the terminal, and a long one is cut on one alone`() {
    let table = table(
      "", ["Prompt"],
      [[.text("\u{1b}[31mred\u{202e}")], [.text(String(repeating: "長", count: 60))]])
    let lines = TableText.text([table], width: 80).split(separator: "\n")
    #expect(lines[1] == "[31mred")
    #expect(lines[2] == String(repeating: "長", count: 23) + "…")
    let whole = TableText.text([table]).split(separator: "\n")
    #expect(whole[2] == String(repeating: "長", count: 60))
  }

  @Test func `numbers in a table have as many decimals as they ask for`() {
    let table = table(
      "", ["A", "B", "C"],
      [
        [.number(0.43686, decimals: 4), .number(-0.04, decimals: 1), .numbers([1, 0.5])],
        [.number(12, decimals: 4), .number(1.25, decimals: 0), .missing],
        [.number(.infinity, decimals: 4), .number(.nan, decimals: 1), .missing],
      ])
    let expected = """
            A    B  C
       0.4369  0.0  1.0, 0.5
      12.0000    1  –
            –    –  –
      """
    #expect(TableText.text([table]) == expected + "\n")
  }

  @Test func `people read the words of a term, from the left`() {
    let rows: [[ReportTable.Value]] = [
      [.term("other_answer", words: "another card's answer")], [.term("x", words: "ん")],
    ]
    #expect(
      TableText.text([table("", ["Mistake"], rows)])
        == "Mistake\nanother card's answer\nん\n")
  }

  @Test func `values in lines of their own have whole words and units`() {
    let values: [ReportTable.Value] = [
      .text("犬"), .count(7), .count(1), .number(7.1, decimals: 1), .number(9.8, decimals: 1),
    ]
    let table = ReportTable("t", "", of: [values]) {
      ReportTable.Column("card", "Card") { $0[0] }
      ReportTable.Column("due_in", "Due in", unit: "day") { $0[1] }
      ReportTable.Column("interval", "Intvl", inFull: "Interval", unit: "day") { $0[2] }
      ReportTable.Column("stability", "Stab.", inFull: "Stability", unit: "day") { $0[3] }
      ReportTable.Column("difficulty", "Diff.", inFull: "Difficulty") { $0[4] }
    }
    var style = DisplayStyle()
    style.isPlain = true
    let plain = DisplayStyle.$current.withValue(style) { TableText.text([table]) }
    #expect(
      plain == """
        Card: 犬
        Due in: 7 days
        Interval: 1 day
        Stability: 7.1 days
        Difficulty: 9.8

        """)
    #expect(TableText.text([table], width: 20).contains("\n  Interval: 1 day\n"))
  }

  /// A table of values as they are.
  private func table(
    _ title: String, _ headings: [String], _ rows: [[ReportTable.Value]]
  ) -> ReportTable {
    ReportTable("t", title, of: rows) {
      headings.enumerated().map { place, heading in
        ReportTable.Column(heading.lowercased(), heading) { $0[place] }
      }
    }
  }
}

struct ChartTextTests {
  @Test func `columns rise with the numbers`() {
    let chart = ReportChart(title: "Known", values: [0, 12, 24, 36, 48])
    let expected = """
      Known
      48 │    █
         │   ▄█
         │  ██
         │  ██
         │ ███
       0 │ ███
      """
    let text = ChartText.text(chart)
    #expect(text.hasPrefix("Known\n48 │    █\n"))
    #expect(text.split(separator: "\n").count == expected.split(separator: "\n").count + 1)
    #expect(text.hasSuffix("day 1 day 5\n"))
  }

  @Test func `more days than columns are drawn as means, and none as nothing`() {
    let many = ChartText.text(ReportChart(title: "T", values: (0..<3650).map { Double($0) }))
    #expect(many.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(ChartText.text(ReportChart(title: "T", values: [])) == "")
    let flat = ChartText.text(ReportChart(title: "T", values: [0, 0]))
    #expect(!flat.contains("█"))
  }

  @Test func `a chart is no wider than the window, and uses it`() {
    let chart = ReportChart(title: "T", values: (0..<365).map { Double($0) })
    let lines = ChartText.text(chart, width: 40).split(separator: "\n")
    #expect(lines.map(\.count).max() == 40)
    #expect(lines.last?.hasSuffix("day 365") == true)
  }

  private let bars = ReportBars(
    title: "Minutes per day",
    bars: [
      .init(label: "80%", value: 5), .init(label: "82.5%", value: 7.5, remark: "yours"),
      .init(label: "95%", value: 20), .init(label: "99%", value: 0),
    ])

  @Test func `bars are as long as their numbers are large, the longest 40 columns`() {
    #expect(
      ChartText.text(bars) == """
        Minutes per day
          80% │██████████ 5.0
        82.5% │███████████████ 7.5 (yours)
          95% │████████████████████████████████████████ 20.0
          99% │ 0.0

        """)
    #expect(ChartText.text(ReportBars(title: "T", bars: [])) == "")
  }

  @Test func `bars are no wider than the window, and end in eighths of a column`() {
    #expect(
      ChartText.text(bars, width: 30) == """
        Minutes per day
          80% │██▊ 5.0
        82.5% │████▏ 7.5 (yours)
          95% │███████████ 20.0
          99% │ 0.0

        """)
  }
}

struct ExplanationTextTests {
  private let explanation = ExplanationScreen(
    heading: "“犬” = dog\u{1b}[2J",
    lines: ["Now     This card is new.", "Grades  Answered now, it would come back: tomorrow."])

  @Test func `paragraphs stand in a column beside their words, within the width`() {
    #expect(
      ExplanationText.text([explanation, explanation], width: 40, isColored: false) == """
        “犬” = dog[2J
          Now     This card is new.
          Grades  Answered now, it would come
                  back: tomorrow.

        “犬” = dog[2J
          Now     This card is new.
          Grades  Answered now, it would come
                  back: tomorrow.

        """)
  }

  @Test func `where there is no terminal nothing is broken`() {
    #expect(
      ExplanationText.text([explanation], width: nil, isColored: false).hasSuffix(
        "\n  Grades  Answered now, it would come back: tomorrow.\n"))
    #expect(ExplanationText.text([], width: nil, isColored: false) == "")
  }
}
