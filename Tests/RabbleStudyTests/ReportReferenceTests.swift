import Foundation
import RabbleQuestions
import RabbleScreens
import RabbleTestSupport
import Testing

@testable import RabbleStudy

/// What the documentation says of reports, which is made from the reports themselves. Run with
/// `RABBLE_RECORD_REFERENCE=1` to write it anew.
struct ReportReferenceTests {
  /// A report in one of its forms, made of an empty log: it has all columns and no row.
  private struct Form {
    let report: Report
    let page: ReportPage
    var tables: [ReportTable] { [page.summary] + page.tables }
  }

  private let forms: [Form]

  init() throws {
    let library = try Library(
      inMemory: [
        QuestionGroup(title: "Words", questions: [Question(prompt: "ねこ", answer: "cat")])
      ], TestClock(Lesson.start).surroundings)
    forms = try Report.all.flatMap { report in
      try ([nil] + report.rows.map(Optional.some)).map { rows in
        var words = ReportRequest.Words()
        words.rows = rows
        return Form(
          report: report,
          page: try library.report(ReportRequest(report, words, today: library.today)))
      }
    }
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Compares a part of a file with what it should be, or writes it.
  private func expect(
    _ text: String, between start: String?, and end: String?, of file: String
  ) throws {
    let url = Self.repository.appending(path: "Documentation/" + file)
    var whole = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let from =
      try start.map { try #require(whole.firstRange(of: $0)).upperBound } ?? whole.startIndex
    let to =
      try end.map { try #require(whole[from...].firstRange(of: $0)).lowerBound } ?? whole.endIndex
    if ProcessInfo.processInfo.environment["RABBLE_RECORD_REFERENCE"] != nil {
      whole.replaceSubrange(from..<to, with: text)
      try whole.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(
        whole[from..<to] == text,
        "\(file) is not what the reports say: RABBLE_RECORD_REFERENCE=1 writes it")
    }
  }

  @Test func `the page of statistics lists the reports and what their rows can be`() throws {
    let rows = Report.all.map { report in
      let choices = report.rows.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| `\(report.name)` | \(report.question) | \(choices) |\n"
    }
    try expect(
      "\n| report | the question | rows (`--by`) |\n| --- | --- | --- |\n" + rows.joined() + "\n",
      between: "<!-- reports -->\n", and: "<!-- end of reports -->", of: "statistics.md")
  }

  @Test func `the page of statistics says of each column what the reports say`() throws {
    var lines: [String: String] = [:]
    for heading in forms.flatMap(\.tables).flatMap(\.headings) {
      let title = heading.title.isEmpty ? "" : heading.title + "."
      lines[heading.key] = lines[heading.key] ?? heading.definition ?? title
    }
    let rows = lines.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1) |\n" }
    try expect(
      "\n| key | meaning |\n| --- | --- |\n" + rows.joined() + "\n",
      between: "<!-- columns -->\n", and: "<!-- end of columns -->", of: "statistics.md")
  }

  @Test func `a key means one thing in all reports`() {
    var known: [String: (report: String, heading: ReportTable.Heading)] = [:]
    for form in forms {
      for heading in form.tables.flatMap(\.headings) {
        #expect(heading.key.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
        guard let other = known[heading.key] else {
          known[heading.key] = (form.report.name, heading)
          continue
        }
        #expect(
          heading.definition == other.heading.definition && heading.form == other.heading.form,
          "\(heading.key) in \(form.report.name) and in \(other.report)")
      }
    }
  }

  @Test func `every report has a question, a main table and the rows it names first`() {
    #expect(Set(Report.all.map(\.name)).count == Report.all.count)
    for form in forms {
      #expect(form.report.question.hasSuffix("?"))
      #expect(form.page.tables.first?.key == "rows" && form.page.name == form.report.name)
      #expect(Set(form.tables.map(\.key)).count == form.tables.count)
      for drawing in form.page.drawings {
        #expect(form.page.tables.contains { $0.key == drawing.table } || form.report.rows.count > 1)
      }
    }
  }

  // MARK: - The schema

  @Test func `the schema is that of the reports`() throws {
    try expect(schema, between: nil, and: nil, of: "statistics.schema.json")
  }

  private var schema: String {
    var columns: [String: String] = [:]
    for heading in forms.flatMap(\.tables).flatMap(\.headings) {
      let definition = heading.definition.map { ", \"description\": \(quoted($0))" } ?? ""
      columns[heading.key] = "{\(Self.type(of: heading.form))\(definition)}"
    }
    let names = Report.all.map(\.name)
    let columnLines = columns.sorted { $0.key < $1.key }.map { "      \(quoted($0)): \($1)" }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Statistical reports",
        "description": "What `rabble stats REPORT --format json` writes; each report is a definition. More keys may come.",
        "oneOf": [
      \(names.map { "    {\"$ref\": \"#/$defs/\($0)\"}" }.joined(separator: ",\n"))
        ],
        "$defs": {
          "columns": {
      \(columnLines.joined(separator: ",\n"))
          },
      \(names.map(definition).joined(separator: ",\n"))
        }
      }

      """
  }

  /// The definition of a report: each table has the columns of all its forms, and must have those that all have.
  private func definition(of name: String) -> String {
    let pages = forms.filter { $0.report.name == name }.map(\.page)
    var keys: [String] = []
    for key in pages.flatMap({ ([$0.summary] + $0.tables).map(\.key) }) where !keys.contains(key) {
      keys.append(key)
    }
    func tables(_ key: String) -> [ReportTable] {
      pages.compactMap { page in ([page.summary] + page.tables).first { $0.key == key } }
    }
    let members = keys.map { key in
      let object = object(tables(key))
      let isRecord = tables(key).allSatisfy { $0.shape == .record }
      return "        \(quoted(key)): "
        + (isRecord ? object : "{\"type\": \"array\", \"items\": \(object)}")
    }
    let always = keys.filter { tables($0).count == pages.count }
    let required = ["schema", "report", "title", "conclusion", "first", "last"] + always
    return """
          \(quoted(name)): {
            "type": "object",
            "properties": {
              "schema": {"const": 1},
              "report": {"const": \(quoted(name))},
              "title": {"type": "string"},
              "conclusion": {"type": ["string", "null"]},
              "first": {"type": ["string", "null"], "format": "date"},
              "last": {"type": ["string", "null"], "format": "date"},
      \(members.joined(separator: ",\n"))
            },
            "required": [\(required.map(quoted).joined(separator: ", "))]
          }
      """
  }

  private func object(_ tables: [ReportTable]) -> String {
    var headings: [ReportTable.Heading] = []
    for heading in tables.flatMap(\.headings)
    where !headings.contains(where: { $0.key == heading.key }) {
      headings.append(heading)
    }
    let properties = headings.map { heading in
      let reference = "{\"$ref\": \"#/$defs/columns/\(heading.key)\"}"
      let isOptional = tables.contains { table in
        table.headings.contains { $0.key == heading.key && $0.isOptional }
      }
      return "\(quoted(heading.key)): "
        + (isOptional ? "{\"anyOf\": [\(reference), {\"type\": \"null\"}]}" : reference)
    }
    let required = headings.map(\.key).filter { key in
      tables.allSatisfy { $0.headings.contains { $0.key == key } }
    }
    return "{\"type\": \"object\", \"properties\": {\(properties.joined(separator: ", "))}, "
      + "\"required\": [\(required.map(quoted).joined(separator: ", "))], "
      + "\"patternProperties\": {\"_average$\": {\"type\": [\"number\", \"null\"]}}}"
  }

  private static func type(of form: ReportTable.Form) -> String {
    switch form {
    case .text: #""type": "string""#
    case .day: #""type": "string", "format": "date""#
    case .time: #""type": "string", "format": "date-time""#
    case .term(let names):
      "\"enum\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    case .count: #""type": "integer", "minimum": 0"#
    case .share: #""type": "number", "minimum": 0, "maximum": 1"#
    case .number: #""type": "number""#
    case .numbers: #""type": "array", "items": {"type": "number"}"#
    case .flag: #""type": "boolean""#
    }
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
