import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

struct DeckFolderTests {
  @Test func `every deck file is found, in the order of scalars`() throws {
    let folder = try TemporaryFolder()
    let names = [
      "b.json", "a/z.json", "a.JSON", "日本/あ.json", "Z.json", "a/b/c/d.json", "é.json",
      "folder.json/x.json",
    ]
    for name in names { try folder.write(name) }
    for name in [
      ".hidden.json", ".git/a.json", "deck.schema.json", "a/My.Schema.JSON", "readme.md", "json",
    ] { try folder.write(name) }
    let found = DeckFolder.files(in: folder.path)
    #expect(found.faults.map(\.kind) == [.file(.isDirectory)])
    #expect(found.faults.map(\.path) == [folder.path + "/folder.json"])
    #expect(
      found.files.map { String($0.dropFirst(folder.path.count + 1)) } == [
        "Z.json", "a.JSON", "a/b/c/d.json", "a/z.json", "b.json", "é.json",
        "日本/あ.json",
      ]
    )
    #expect(DeckFolder.files(in: folder.path + "/").files == found.files)
  }

  @Test func `links to files and folders are followed, circles are not`() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("o.json")
    try folder.write("sub/a.json")
    try folder.link("sub/up", to: folder.path)
    try folder.link("sub/self", to: ".")
    try folder.link("elsewhere", to: outside.path)
    try folder.link("file.json", to: outside.path + "/o.json")
    try folder.link("dangling.json", to: "nowhere")
    try folder.link("circle", to: "circle")
    let found = DeckFolder.files(in: folder.path)
    #expect(found.faults.isEmpty)
    #expect(
      found.files.map { String($0.dropFirst(folder.path.count + 1)) } == [
        "dangling.json", "elsewhere/o.json", "file.json", "sub/a.json",
      ]
    )
  }

  @Test(arguments: ["/", "/proc", "/proc/self", "/sys", "/dev"])
  func `a link to where no decks can be is not followed, and is named`(target: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("sub/a.json")
    let link = try folder.link("sub/link", to: target)
    let found = DeckFolder.files(in: folder.path)
    #expect(found.files == [folder.path + "/sub/a.json"])
    #expect(found.faults.map(\.path) == [link])
    guard case .file(.strayLink) = found.faults.first?.kind else {
      Issue.record("the link is not named")
      return
    }
  }

  @Test func `folders lie in each other only so deep`() throws {
    let folder = try TemporaryFolder()
    let deep = String(repeating: "a/", count: DeckFolder.deepest)
    try folder.write(deep + "found.json")
    #expect(DeckFolder.files(in: folder.path).faults.isEmpty)
    try folder.write(deep + "a/lost.json")
    let found = DeckFolder.files(in: folder.path)
    #expect(found.files.map { $0.hasSuffix("/found.json") } == [true])
    let limit = FileFault.tooManyFiles(limit: DeckFolder.mostEntries, depth: DeckFolder.deepest)
    #expect(found.faults.map(\.kind) == [.file(limit)])
  }

  @Test func `a folder that cannot be listed is one fault`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.json")
    let missing = DeckFolder.files(in: folder.path + "/missing")
    #expect(missing.files.isEmpty)
    #expect(missing.faults.map(\.kind) == [.file(.notFound)])
    #expect(missing.faults.map(\.path) == [folder.path + "/missing"])
    #expect(DeckFolder.files(in: file).faults.map(\.kind) == [.file(.notDirectory)])
    #expect(DeckFolder.files(in: "").faults.map(\.kind) == [.file(.notFound)])
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is named, the others are found`() throws {
      let folder = try TemporaryFolder()
      try folder.write("good.json")
      let name =
        Array(folder.path.utf8CString.dropLast()) + [0x2F, -126]
        + Array(".json".utf8CString)
      let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
      #expect(descriptor >= 0)
      close(descriptor)
      defer { unlink(name) }
      let found = DeckFolder.files(in: folder.path)
      #expect(found.files == [folder.path + "/good.json"])
      #expect(
        found.faults.map(\.description) == [
          "\(folder.path)/\u{FFFD}.json: error: it cannot be read (its name is not UTF-8); "
            + "check the disk, or restore a copy"
        ]
      )
    }
  #endif
}
