import CGcrypt
import Foundation
import RabbleScreens
import Testing

@testable import RabbleReports

struct HTMLPageTests {
  private struct Row {
    let day: String
    let answers: Int
    let note: String
  }

  private func page(_ rows: Int = 20, note: String = "plain") -> ReportPage {
    let rows = (0..<rows).map { Row(day: "2026-11-\(10 + $0 % 20)", answers: $0, note: note) }
    let table = ReportTable("rows", "", of: rows) {
      ReportTable.Column("day", "Day") { .text($0.day) }
      ReportTable.Column("answers", "Answers") { .count($0.answers) }
      ReportTable.Column("note", "Note") { .text($0.note) }
    }
    return ReportPage(
      name: "reviews", title: "Reviews \(note)",
      summary: ReportTable("summary", "", .record, of: rows.prefix(1).map { $0 }) {
        ReportTable.Column(
          ReportTable.Heading("note", "Note \(note)", definition: note)
        ) { .text($0.note) }
      }, tables: [table], drawings: [.bars(table: "rows", label: "day", value: "answers")],
      remarks: [note])
  }

  /// Deck texts that mean something in HTML, in SVG, in a template, or to a terminal.
  private static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></svg><b>",
    "{{title}}",
    "{{{style}}}", "&lt;script&gt;", "' onmouseover='x", "javascript:alert(1)", "<!--", "]]>",
    "\u{202e}abc\u{1b}[31m", "<style>*{display:none}</style>",
  ]

  @Test(arguments: hostile)
  func `whatever a deck says stays text`(text: String) throws {
    let html = try HTMLPage.text([page(note: text)])
    let tags = Set(html.matches(of: #/<\/?([A-Za-z!][A-Za-z0-9-]*)/#).map { String($0.output.1) })
    let plain = try HTMLPage.text([page()])
    let usual = Set(plain.matches(of: #/<\/?([A-Za-z!][A-Za-z0-9-]*)/#).map { String($0.output.1) })
    #expect(tags == usual)
    // Outside of quoted attributes no tag has a handler of events.
    let bare = html.replacing(#/"[^"]*"/#, with: "")
    let hasHandler = bare.contains(#/<[^>]*\son[a-z]+=/#)
    #expect(!hasHandler)
    #expect(!html.unicodeScalars.contains { $0 == "\u{202e}" || $0 == "\u{1b}" })
    // What looked like a template is shown as it is.
    if text.hasPrefix("{{") { #expect(html.contains(text)) }
  }

  @Test func `nothing is fetched and no script runs`() throws {
    let html = try HTMLPage.text([page()])
    #expect(html.contains("default-src &#39;none&#39;") || html.contains("default-src 'none'"))
    for part in [
      "<script", "http://", "https://", "url(", "@import", "<link", "<iframe", " style=",
    ] {
      #expect(!html.contains(part), "\(part)")
    }
  }

  @Test func `the policy names the style sheet's own hash`() throws {
    let style = Array(HTMLPage.style.utf8)
    var bytes = [UInt8](repeating: 0, count: 32)
    gcry_md_hash_buffer(Int32(GCRY_MD_SHA256.rawValue), &bytes, style, style.count)
    let digest = Data(bytes).base64EncodedString()
    #expect(HTMLPage.styleHash == "sha256-" + digest)
    #expect(try HTMLPage.text([page()]).contains("<style>" + HTMLPage.style + "</style>"))
  }

  @Test func `the lines of a chart are named by what they stand for`() throws {
    for (rows, middle) in [(8, "3.5"), (15, "7"), (100, "49.5")] {
      let drawing = ReportPage.Drawing.curve(
        table: "rows", label: "day", values: ["answers"], title: "Answers")
      let html = SVGChart.text(drawing, page(rows).tables[0], id: "x")
      #expect(html.contains(">\(middle)</text>"), "\(rows)")
    }
  }

  @Test func `labels are cut by their width, so that Japanese fits as well`() throws {
    let drawing = ReportPage.Drawing.bars(table: "rows", label: "note", value: "answers")
    for (note, shown) in [
      ("長い題名の漢字とかなの組の名前です", "長い題名の漢字とかなの…"),
      ("A title of 24 characters", "A title of 24 characters"),
    ] {
      let html = SVGChart.text(drawing, page(2, note: note).tables[0], id: "x")
      #expect(html.contains(">\(shown)</text>"), "\(html)")
    }
  }

  private func calendar(_ days: Int) -> ReportPage {
    var page = page(days)
    page.drawings = [
      .calendar(table: "rows", day: "day", value: "answers", title: "Answers", weekday: 0)
    ]
    return page
  }

  @Test func `a calendar says what its shades stand for, and stays small over a century`() throws {
    let year = try HTMLPage.text([calendar(365)])
    #expect(year.matches(of: #/<rect class="s[0-4]"/#).count == 365 + 5)
    // 364 answers on the busiest day, in quarters.
    for text in ["none", "from 1", "from 92", "from 183", "from 274"] {
      #expect(year.contains(">\(text)</text>"))
    }
    #expect(try HTMLPage.text([calendar(40_000)]).utf8.count < 1_000_000)
    #expect(try HTMLPage.text([calendar(10_000)]).utf8.count < 400_000)
  }

  /// A digit is about seven wide.
  @Test func `the name of a month that begins in the last weeks of a calendar is not cut`() throws {
    let days = (0..<371).map { $0 == 357 ? "2026-11-01" : "2026-10-15" }
    let table = ReportTable("rows", "", of: days) {
      ReportTable.Column("day", "Day") { .text($0) }
      ReportTable.Column("answers", "Answers") { _ in .count(1) }
    }
    let drawing = ReportPage.Drawing.calendar(
      table: "rows", day: "day", value: "answers", title: "Answers", weekday: 0)
    let svg = SVGChart.text(drawing, table, id: "x")
    let name = try #require(svg.firstMatch(of: #/<text x="([0-9.]+)"[^>]*>((2026-)?11)</text>/#))
    let width = try #require(svg.firstMatch(of: #/viewBox="0 0 ([0-9]+) /#)?.1)
    let end = try #require(Double(name.1)) + Double(name.2.count) * 7
    #expect(try end <= #require(Double(width)), "\(name.0)")
  }

  @Test func `shares have a decimal, as in text`() throws {
    let table = ReportTable("rows", "", of: [0.8, 1, 0.125]) {
      ReportTable.Column("percentage", "Accuracy") { .share($0) }
    }
    var page = page()
    page.tables = [table]
    page.drawings = []
    let html = try HTMLPage.text([page])
    for share in ["80.0%", "100.0%", "12.5%"] { #expect(html.contains(">\(share)<")) }
  }

  @Test func `charts scroll on a narrow screen, with the keyboard too, and headings differ`() throws
  {
    let html = try HTMLPage.text([page()])
    #expect(
      html.contains(
        #"<figure class="scroll" role="region" aria-label="Chart: Reviews plain" tabindex="0">"#))
    #expect(html.contains("<h1>Rabble Wabble statistics</h1>"))
    #expect(html.contains("<title>Reviews plain</title>") && html.contains(">Reviews plain</h2>"))
  }

  @Test func `every chart has a text alternative and a table behind it`() throws {
    let html = try HTMLPage.text([page(), page(5)])
    let charts = html.matches(of: #/<svg role="img" aria-labelledby="([^" ]+) ([^" ]+)"/#)
    #expect(charts.count == 2)
    for chart in charts {
      #expect(html.contains("<title id=\"\(chart.output.1)\">"))
      #expect(html.contains("<desc id=\"\(chart.output.2)\">"))
    }
    #expect(html.matches(of: #/<table>/#).count == 2)
    #expect(html.matches(of: #/<caption>/#).count == 2)
  }

  @Test func `a page of a hundred thousand rows stays below a megabyte`() throws {
    let html = try HTMLPage.text([page(100_000)])
    #expect(html.utf8.count < 1_000_000)
    #expect(html.contains("99600 more rows are in the CSV and JSON formats."))
  }

  @Test func `every element that is opened is closed`() throws {
    let html = try HTMLPage.text([page()])
    var open: [String] = []
    for tag in html.matches(of: #/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/#) {
      let name = String(tag.output.2)
      if ["meta"].contains(name) || !tag.output.3.isEmpty { continue }
      if tag.output.1.isEmpty {
        open.append(name)
      } else {
        #expect(open.popLast() == name)
      }
    }
    #expect(open.isEmpty)
  }
}
