import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

struct FileSignatureTests {
  @Test func `a file keeps its signature as long as nobody writes it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", "[1]")
    let before = try #require(FileSignature.of(path: path))
    _ = DeckLoader().load(path: path)
    #expect(FileSignature.of(path: path) == before)
    #expect(before.size == 3)
  }

  @Test func `another file in its place and other content show`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", "[1]")
    let before = try #require(FileSignature.of(path: path))
    let other = try folder.write("b.json", "[2]")
    #expect(rename(other, path) == 0)
    let replaced = try #require(FileSignature.of(path: path))
    #expect(replaced != before)
    try folder.write("a.json", "[1, 2]")
    #expect(FileSignature.of(path: path) != replaced)
  }

  @Test func `a time set back on purpose still shows`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", "[1]")
    let before = try #require(FileSignature.of(path: path))
    var times = [
      timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 1_000_000_000, tv_nsec: 7),
    ]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let after = try #require(FileSignature.of(path: path))
    #expect(after.modifiedNanoseconds == 1_000_000_000_000_000_007)
    #expect(after != before)
  }

  @Test func `what is not there has none`() {
    #expect(FileSignature.of(path: "/nowhere/a.json") == nil)
    #expect(FileSignature.of(path: "/\0") == nil)
  }
}
