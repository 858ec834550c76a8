import Foundation
import Testing

/// The pages for readers of the code name files and each other; both must exist.
struct DocumentationTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().standardized

  /// The pages, by their paths from the repository's folder.
  private static let pages: [String] = {
    let folder = repository.appending(path: "Documentation").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
  }()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: repository.appending(path: page), encoding: .utf8)
  }

  /// The paths of all files of code.
  private static func sources() throws -> [String] {
    try ["Sources", "Tests", "Tools", "Benchmarks", "Examples"].flatMap { top in
      try FileManager.default.subpathsOfDirectory(atPath: repository.appending(path: top).path)
        .map { top + "/" + $0 }
    }
  }

  @Test func `the page of settings says what the table of settings says`() throws {
    let outcome = try Program().run(["config", "--format", "json"])
    struct Report: Decodable { let rows: [[String: String?]] }
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    let page = try Self.text("Documentation/settings.md")
    for row in report.rows {
      func text(_ key: String) -> String { (row[key] ?? nil) ?? "" }
      let value = text("default").isEmpty ? "" : "`\(text("default"))`"
      let line = "| `\(text("key"))` | \(value) | \(text("meaning")) | \(text("accepts")) |"
      #expect(page.contains(line), "\(line)")
    }
  }

  @Test func `every line of settings on the pages is one that the config file takes`() throws {
    let keys = "study|sound|display|judging|optimize|backup|sync|theme|limit|terminal"
    let inline = try Regex("`((?:\(keys))\\.[a-z-]+ = [^`]+)`")
    for page in Self.pages where page != "CHANGELOG.md" {
      let text = try Self.text(page)
      var examples = text.matches(of: inline).compactMap { $0[1].substring.map(String.init) }
      // Tables stand in blocks, indented or fenced.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var block: [Substring] = []
      for line in lines {
        let isHeader = line.contains(try Regex("^(    )?\\[(\(keys))"))
        if !block.isEmpty || isHeader {
          let isIndented = (block.first ?? line).hasPrefix("    ")
          if isIndented ? !line.hasPrefix("    ") : line.hasPrefix("```") {
            examples.append(block.map { $0.trimmingPrefix("    ") }.joined(separator: "\n"))
            block = []
          } else {
            block.append(line)
          }
        }
      }
      for example in examples {
        let program = try Program()
        try program.home.write(".config/rabble/config.toml", example + "\n")
        let outcome = try program.run(["config"])
        #expect(outcome.ending == .exited(0), "\(page): \(example): \(outcome.errors)")
      }
    }
  }

  /// The block of README that begins with a command, without the command and without what “…” stands for.
  private static func picture(of command: String) throws -> [String] {
    let lines = try text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "$ " + command })
    let picture = lines[(start + 1)...].prefix { $0 != "```" }.map(String.init)
    try #require(picture.first == "…")
    return Array(picture.dropFirst())
  }

  @Test func `the session in README is what a first session shows after its lesson`() throws {
    let shown = try Self.picture(of: #"rabble study "First phrases" --new 1"#)
    let program = try Program()
    let terminal = try PseudoTerminal(
      program, ["study", "First phrases", "--new", "1"],
      at: Program.morning, settings: nil)
    try terminal.expect("Enter › ")
    terminal.enter("")
    for line in shown {
      guard let prompt = line.firstIndex(of: "›") else { continue }
      try terminal.expect(line[...prompt] + " ")
      terminal.enter(line[prompt...].dropFirst(2).description)
    }
    try terminal.expect("100%")
    #expect(LiveKanaScreen(terminal.raw).lines.contains(shown))
  }

  @Test func `the curve in README is that of the learner in the fixture`() throws {
    let shown = try Self.picture(of: "rabble stats memory")
    let program = try Program(log: "course-before-reorder")
    let outcome = try program.run(["stats", "memory"], at: "2026-11-13T09:00:00+09:00")
    #expect(outcome.output.split(separator: "\n").map(String.init).contains(shown))
  }

  @Test(arguments: pages)
  func `every link between pages leads to a file`(page: String) throws {
    let folder = Self.repository.appending(path: page).deletingLastPathComponent()
    for link in try Self.text(page).matches(of: #/\]\(([^)#]+)/#).map(\.output.1)
    where !link.contains(":") {
      let file = folder.appending(path: String(link)).standardized.path
      #expect(FileManager.default.fileExists(atPath: file), "\(page) links to \(link)")
    }
  }

  @Test(arguments: pages)
  func `every source file that a page names exists`(page: String) throws {
    let files = try Self.sources()
    let names = Set(files.map { ($0 as NSString).lastPathComponent })
    let paths = Set(files)
    let text = try Self.text(page).replacing(#/https?:[^ )>]+/#, with: "")
    for name in text.matches(of: #/[A-Za-z0-9_+/.-]+\.swift\b/#) {
      let name = String(name.output).replacing(#/^(\.\./)+/#, with: "")
      let isKnown = name.contains("/") ? paths.contains(name) : names.contains(name)
      #expect(isKnown, "\(page) names \(name)")
    }
    for folder in text.matches(of: #/\bSources/[A-Za-z/]+/#) {
      let folder = folder.output.hasSuffix("/") ? folder.output.dropLast() : folder.output
      let isFile = paths.contains { $0.hasPrefix(folder) }
      #expect(isFile, "\(page) names \(folder)")
    }
  }

  @Test(arguments: pages.filter { $0.hasPrefix("Documentation/") })
  func `the title of a page is the question that it answers`(page: String) throws {
    let title = try Self.text(page).prefix { $0 != "\n" }
    #expect(title.hasPrefix("# ") && title.hasSuffix("?"), "\(page): \(title)")
  }

  @Test func `the page of statistics names every kind of event that help names`() throws {
    let help = try Program().run(["help", "log", "export"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let list = try #require(help.firstMatch(of: #/reads: ([a-z, ]+)\./#))
    let page = try Self.text("Documentation/statistics.md")
    for kind in list.output.1.split(separator: ", ") where kind != "all" {
      #expect(page.contains("`\(kind)`"), "\(kind)")
    }
  }
}
