import Foundation
import RabbleLanguages
import Testing

/// That no source asks for a language by its name.
struct SourcesTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    .resolvingSymlinksInPath()

  /// Files that may name a language, and why.
  private static let exceptions = [
    "rabble/Tutorial.swift": "The tutorial's deck is Japanese for people who know English.",
    "Views/Reports/HTMLPage.swift": "The page itself is written in English.",
  ]

  /// The lines of a source that compare with the tag of a language, default to it, or list it.
  private static func namedLanguages(in source: String) throws -> [Substring] {
    let tags = Languages.shipped.all.filter(\.value.isOftenLearned).map(\.tag)
      .joined(separator: "|")
    let patterns = [
      #"(==|!=|\?\?|case|anguage:) "(\#(tags))""#, #"[?:] "(\#(tags))"[,)]*$"#,
      #""(\#(tags))": ""#, #"lang=\\?"(\#(tags))"#,
    ]
    let regex = try Regex(patterns.joined(separator: "|"))
    return source.split(separator: "\n").filter { line in
      !line.drop { $0 == " " }.hasPrefix("//") && line.contains(regex)
    }
  }

  @Test(arguments: [
    #"if tag == "en" {"#, #"language != "ja""#, #"context.learned ?? "es""#,
    #"    isKana ? "ja" : nil"#.replacing(" : nil", with: ""), #"case "de", "fr": true"#,
    #"      "ja": "ja_JP","#, #"  return isNamed ? tag : "en""#,
  ])
  func `a language by its name is found`(line: String) throws {
    #expect(try Self.namedLanguages(in: line).count == 1)
  }

  @Test func `no source outside of the languages asks for one by its name`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Models/Languages/") }
    #expect(files.count > 300)
    for file in files {
      let source = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      let lines = try Self.namedLanguages(in: source)
      if Self.exceptions[file] == nil {
        #expect(lines.isEmpty, "\(file): \(lines)")
      } else {
        #expect(!lines.isEmpty, "\(file) is no exception any more")
      }
    }
  }
}
