import Mustache
import RabbleScreens
import RabbleText

/// Statistical reports as one HTML file that needs nothing else: no script, no font, no image from
/// anywhere, charts as SVG with a text alternative, and behind each the table that it draws.
///
/// Every text goes through the template's escaping, and the page's policy forbids scripts, so that
/// whatever a deck says stays text.
package enum HTMLPage {
  /// The most rows of a table that the page has.
  package static let mostRows = 400

  /// The page.
  ///
  /// - Parameter reports: what it shows, in order.
  /// - Returns: the file's text.
  /// - Throws: nothing but what the template library may throw for its own template.
  package static func text(_ reports: [ReportPage]) throws -> String {
    let template = try MustacheTemplate(string: template)
    let title =
      reports.count == 1 ? reports.first?.title ?? "" : "Rabble Wabble statistics"
    // A report may be several parts of the page, by different rows.
    var times: [String: Int] = [:]
    let ids = reports.map { report in
      times[report.name, default: 0] += 1
      let time = times[report.name] ?? 1
      return time == 1 ? report.name : "\(report.name)-\(time)"
    }
    return template.render(
      [
        "title": title.printable, "policy": policy, "style": style,
        "contents": reports.count > 1
          ? zip(ids, reports).map { ["id": $0, "title": $1.title.printable] } : [],
        "reports": zip(ids, reports).map { context($1, id: $0) },
      ] as [String: Any])
  }

  private static func context(_ report: ReportPage, id: String) -> [String: Any] {
    let summary = report.summary.rows.first.map { row in
      zip(report.summary.headings, row.values).filter { $0.1 != .missing }.map {
        ["title": $0.0.title.printable, "value": $0.1.shown]
      }
    }
    return [
      "id": id, "title": report.title.printable,
      "conclusion": [report.conclusion].compactMap { $0?.printable },
      "summary": summary ?? [],
      "tables": report.tables.filter { !$0.rows.isEmpty }.map {
        context($0, of: report, id: id)
      },
      "remarks": report.remarks.map(\.printable),
      "definitions": report.definitions.map {
        ["title": $0.title.printable, "text": ($0.definition ?? "").printable]
      },
    ]
  }

  private static func context(
    _ table: ReportTable, of report: ReportPage, id: String
  ) -> [String: Any] {
    let drawing = report.drawings.first { $0.table == table.key }
    let isNumeric = table.headings.indices.map { index in
      !table.rows.contains { $0.values[index].isWords }
    }
    let more = max(table.rows.count - mostRows, 0) + table.omittedRows
    let rows = table.rows.prefix(mostRows).map { row in
      [
        "cells": row.values.indices.map {
          ["value": row.values[$0].shown, "kind": isNumeric[$0] ? "number" : "text"]
        }
      ]
    }
    return [
      "title": table.title.isEmpty ? "Table" : table.title.printable,
      "name": table.title.isEmpty ? report.title.printable : table.title.printable,
      "chart": drawing.map {
        SVGChart.text($0, table, id: "\(id)-\(table.key)")
      } ?? "",
      "isDrawn": drawing != nil,
      "headings": table.headings.enumerated().map {
        ["title": $1.title.printable, "kind": isNumeric[$0] ? "number" : "text"]
      },
      "rows": rows,
      "more": more > 0
        ? [
          "text": NumberText.count(more, "more row")
            + (more == 1 ? " is" : " are") + " in the CSV and JSON formats."
        ] : [:],
    ]
  }

  // MARK: - The template

  /// Nothing is fetched, and only this style sheet applies.
  private static var policy: String {
    "default-src 'none'; style-src '\(styleHash)'; base-uri 'none'; form-action 'none'"
  }

  /// The SHA-256 of ``style``, as a content security policy has it; a test computes it.
  static let styleHash = "sha256-7vUgtYM2VGBM3P5Q70cPtg1QXUlf7d/kel2GYo9yFxg="

  private static let template = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{policy}}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <header><h1>Rabble Wabble statistics</h1>
    {{#contents}}{{#first()}}<nav aria-label="Reports"><ul>{{/first()}}<li><a href="#{{id}}">{{title}}</a></li>{{#last()}}</ul></nav>{{/last()}}
    {{/contents}}</header>
    <main>
    {{#reports}}
    <section id="{{id}}" aria-labelledby="{{id}}-title">
    <h2 id="{{id}}-title">{{title}}</h2>
    {{#conclusion}}<p>{{.}}</p>{{/conclusion}}
    <dl class="figures">
    {{#summary}}<div><dt>{{title}}</dt><dd>{{value}}</dd></div>
    {{/summary}}</dl>
    {{#tables}}
    {{#isDrawn}}<figure class="scroll" role="region" aria-label="Chart: {{name}}" tabindex="0">{{{chart}}}</figure>
    <details><summary>{{title}}</summary>{{/isDrawn}}
    <div class="scroll" role="region" aria-label="Table: {{name}}" tabindex="0"><table>
    <caption>{{name}}</caption>
    <thead><tr>{{#headings}}<th scope="col" class="{{kind}}">{{title}}</th>{{/headings}}</tr></thead>
    <tbody>
    {{#rows}}<tr>{{#cells}}<td class="{{kind}}">{{value}}</td>{{/cells}}</tr>
    {{/rows}}</tbody>
    </table></div>
    {{#more.text}}<p>{{.}}</p>{{/more.text}}
    {{#isDrawn}}</details>{{/isDrawn}}
    {{/tables}}
    {{#remarks}}<p>{{.}}</p>
    {{/remarks}}
    {{#definitions}}{{#first()}}<details><summary>What the numbers mean</summary><dl class="definitions">{{/first()}}<dt>{{title}}</dt><dd>{{text}}</dd>{{#last()}}</dl></details>{{/last()}}
    {{/definitions}}
    </section>
    {{/reports}}
    </main>
    </body>
    </html>

    """

  /// The style sheet: light and dark, a phone and a sheet of paper.
  static let style = """
    :root{--paper:#fff;--ink:#1b1b1f;--quiet:#55555f;--line:#d5d5dc;--mark:#1c6b48;\
    --s0:#ebedf0;--s1:#a9dcb9;--s2:#5fb77f;--s3:#2a8352;--s4:#0d4a2b}
    @media (prefers-color-scheme:dark){:root{--paper:#16171b;--ink:#ececf1;--quiet:#a5a6b2;\
    --line:#3a3b44;--mark:#63c793;--s0:#24262c;--s1:#1d4a33;--s2:#2b7a50;--s3:#4cb37c;--s4:#9df0c4}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--paper);color:var(--ink);\
    font:16px/1.5 system-ui,sans-serif}
    h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem}
    nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;list-style:none}
    a{color:var(--mark)}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}
    .figures div{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .75rem}
    .figures dt{color:var(--quiet);font-size:.85rem}
    .figures dd{margin:0;font-size:1.3rem;white-space:nowrap;font-variant-numeric:tabular-nums}
    .definitions dt{font-weight:600}.definitions dd{margin:0 0 .5rem}
    h1,h2,p,li{overflow-wrap:anywhere}
    figure{margin:1rem 0}
    svg{display:block;width:100%;min-width:45rem;height:auto}
    svg text{fill:var(--quiet);font:11px system-ui,sans-serif}
    .bar{fill:var(--mark)}.axis{stroke:var(--line)}.line{fill:none;stroke:var(--mark);stroke-width:2}
    .s0{fill:var(--s0)}.s1{fill:var(--s1)}.s2{fill:var(--s2)}.s3{fill:var(--s3)}.s4{fill:var(--s4)}
    .scroll{overflow-x:auto}
    .scroll:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--mark);\
    outline-offset:2px}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums}
    caption{text-align:left;color:var(--quiet);white-space:nowrap}
    th,td{padding:.2rem .7rem .2rem 0;border-bottom:1px solid var(--line);text-align:left}
    .number{text-align:right}
    summary{cursor:pointer;color:var(--mark);padding:.25rem 0}
    @media print{:root{--paper:#fff;--ink:#000;--quiet:#333;--line:#bbb}\
    body{max-width:none}nav{display:none}section{break-inside:avoid-page}\
    .scroll{overflow:visible}svg{min-width:0}table{font-size:.7em}}
    """
}

extension ReportTable.Value {
  /// The value as people read it on a page.
  var shown: String {
    switch self {
    case .text(let text), .term(_, let text): text.printable
    case .count(let count): "\(count)"
    case .share(let share): (share * 100).rounded(to: 1) + "%"
    case .points(let share): NumberText.tenths(share * 100) + " points"
    case .number(let number, let decimals): number.rounded(to: decimals)
    case .numbers(let numbers): numbers.map { "\($0)" }.joined(separator: ", ")
    case .texts(let texts): texts.joined(separator: " | ").printable
    case .flag(let flag): flag ? "yes" : "no"
    case .missing: "–"
    }
  }

  /// Whether people read it from the left.
  fileprivate var isWords: Bool {
    switch self {
    case .text, .term, .numbers, .texts: true
    case .count, .share, .points, .number, .flag, .missing: false
    }
  }
}

extension Double {
  /// The number in decimal digits with at most so many after the point.
  func rounded(to places: Int) -> String {
    guard isFinite, magnitude < 1e15 else { return "–" }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (self < 0 && scaled > 0 ? "−" : "") + padded.dropLast(places)
      + (places > 0 ? "." + padded.suffix(places) : "")
  }
}
