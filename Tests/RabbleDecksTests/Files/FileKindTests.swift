import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

struct FileKindTests {
  private func kinds(_ path: String) -> [DeckFault.Kind] {
    DeckLoader().load(path: path).faults.map(\.kind)
  }

  @Test func `an ordinary file is read, through a link too`() throws {
    let folder = try TemporaryFolder()
    let text = "{\"title\": \"A\", \"questions\": [{\"prompt\": \"a\", \"answer\": \"b\"}]}"
    let path = try folder.write("a.json", text)
    let link = try folder.link("link.json", to: path)
    #expect(DeckLoader().load(path: path) == DeckLoader().parse(Array(text.utf8), path: path))
    #expect(DeckLoader().load(path: link).groups.map(\.title) == ["A"])
  }

  @Test func `what is not there is not found`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.json")
    let dangling = try folder.link("dangling.json", to: "nowhere")
    #expect(kinds(folder.path + "/missing.json") == [.file(.notFound)])
    #expect(kinds(file + "/below.json") == [.file(.notFound)])
    #expect(kinds(dangling) == [.file(.notFound)])
    #expect(kinds("") == [.file(.notFound)])
    #expect(kinds(file + "\0") == [.file(.notFound)])
  }

  @Test func `folders, pipes and devices are not opened`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe.json"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(kinds(folder.path) == [.file(.isDirectory)])
    #expect(kinds(pipe) == [.file(.notRegularFile)])
    #expect(kinds("/dev/zero") == [.file(.notRegularFile)])
  }

  @Test func `a circle of links is named`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.link("first.json", to: folder.path + "/second.json")
    try folder.link("second.json", to: first)
    #expect(kinds(first) == [.file(.symbolicLinkLoop)])
  }

  @Test func `a file of 100 MB is refused without being read`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("large.json", "")
    #expect(truncate(path, 100 << 20) == 0)
    #expect(kinds(path) == [.file(.tooLarge(bytes: 104_857_600, limit: 67_108_864))])
  }

  @Test func `a file as large as the limit is read, one byte more is not`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", "[1,2]")
    let read = DeckLoader(sizeLimit: 5).load(path: path)
    #expect(read.faults.map(\.line) == [1, 1])
    #expect(
      DeckLoader(sizeLimit: 4).load(path: path).faults.map(\.kind)
        == [.file(.tooLarge(bytes: 5, limit: 4))]
    )
  }

  #if os(Linux)
    @Test func `a file that claims to be empty is read to its end, or to the limit`() {
      let faults = DeckLoader().load(path: "/proc/self/status").faults
      #expect(faults.map(\.line) == [1])
      #expect(
        DeckLoader(sizeLimit: 10).load(path: "/proc/self/status").faults.map(\.kind)
          == [.file(.tooLarge(bytes: 11, limit: 10))]
      )
    }
  #endif

  @Test func `the system's error numbers are told apart`() {
    #expect(FileFault(errno: ENOENT) == .notFound)
    #expect(FileFault(errno: EACCES) == .permissionDenied)
    #expect(FileFault(errno: EPERM) == .permissionDenied)
    #expect(FileFault(errno: EISDIR) == .isDirectory)
    #expect(FileFault(errno: ENOTDIR) == .notDirectory)
    #expect(FileFault(errno: ELOOP) == .symbolicLinkLoop)
    #expect(FileFault(errno: ENXIO) == .notRegularFile)
    guard case .unreadable(let reason) = FileFault(errno: EIO) else {
      Issue.record("an input error is not told")
      return
    }
    #expect(!reason.isEmpty)
  }
}
