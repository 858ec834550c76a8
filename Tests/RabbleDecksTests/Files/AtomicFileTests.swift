import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Files that are replaced whole, or not at all.
struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try AtomicFile.read(path), as: UTF8.self)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a file is replaced, its permissions kept, and nothing is left beside it`() throws {
    let path = try folder.write("d.json", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(
      try AtomicFile.replace(path, with: Array("new".utf8), ifStill: .content(Array("old".utf8))))
    #expect(try text(path) == "new")
    #expect(try names() == ["d.json"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func `a file is removed only while it has the bytes that are expected`() throws {
    let path = try folder.write("d.json", "theirs")
    #expect(throws: AtomicFileError.changedMeanwhile(path: path)) {
      try AtomicFile.remove(path, ifStill: Array("old".utf8))
    }
    #expect(try text(path) == "theirs")
    try AtomicFile.remove(path, ifStill: Array("theirs".utf8))
    #expect(try names() == [])
  }

  @Test func `a file that somebody else changed or removed is left alone`() throws {
    let path = try folder.write("d.json", "theirs")
    for expected in ["old", "theirs and more", ""] {
      #expect(throws: AtomicFileError.changedMeanwhile(path: path)) {
        try AtomicFile.replace(path, with: [1], ifStill: .content(Array(expected.utf8)))
      }
    }
    let gone = folder.path + "/gone.json"
    #expect(throws: AtomicFileError.changedMeanwhile(path: gone)) {
      try AtomicFile.replace(gone, with: [1], ifStill: .content([]))
    }
    #expect(try text(path) == "theirs")
    #expect(try names() == ["d.json"])
  }

  @Test func `a new file is made only where there is none`() throws {
    let path = folder.path + "/d.json"
    #expect(try AtomicFile.replace(path, with: [65], ifStill: .nothing))
    #expect(throws: AtomicFileError.alreadyThere(path: path)) {
      try AtomicFile.replace(path, with: [66], ifStill: .nothing)
    }
    #expect(try text(path) == "A")
    #expect(try names() == ["d.json"])
  }

  @Test func `the same bytes are not written again`() throws {
    let path = try folder.write("d.json", "same")
    let before = FileSignature.of(path: path)
    let bytes = Array("same".utf8)
    #expect(try AtomicFile.replace(path, with: bytes, ifStill: .content(bytes)) == false)
    #expect(FileSignature.of(path: path) == before)
    #expect(try names() == ["d.json"])
  }

  @Test func `a symbolic link stays one, and its target is replaced`() throws {
    let path = try folder.write("deep/d.json", "old")
    let link = try folder.link("link.json", to: path)
    try AtomicFile.replace(
      link, with: Array("new".utf8), ifStill: .content(Array("old".utf8)))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try text(path) == "new")
    #expect(try names() == ["deep", "link.json"])
  }

  @Test func `a symbolic link to a file that is not there stays one, and the file is made`() throws
  {
    try folder.write("deep/other.json", "other")
    let path = folder.path + "/deep/new.json"
    let second = try folder.link("deep/second.json", to: "new.json")
    let first = try folder.link("first.json", to: second)
    try AtomicFile.replace(first, with: Array("new".utf8), ifStill: .anything)
    #expect(try text(path) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: first) == second)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: second) == "new.json")
    let nowhere = try folder.link("nowhere.json", to: folder.path + "/none/d.json")
    #expect(throws: AtomicFileError.self) {
      try AtomicFile.replace(nowhere, with: [], ifStill: .anything)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: nowhere).hasSuffix("d.json"))
  }

  @Test func `a folder that is not there is told`() {
    let path = folder.path + "/none/d.json"
    #expect {
      try AtomicFile.replace(path, with: [], ifStill: .nothing)
    } throws: {
      "\($0)" == "\(path): can't be written (No such file or directory). "
        + "Make it and its folder writable, or choose another place."
    }
  }

  @Test func `of many that change one file at once none loses another's change`() async throws {
    let path = try folder.write("d.json", "")
    await withTaskGroup(of: Void.self) { group in
      for writer in UInt8(65)..<73 {
        group.addTask {
          for _ in 0..<10 {
            while true {
              do {
                let bytes = try AtomicFile.read(path)
                try AtomicFile.replace(path, with: bytes + [writer], ifStill: .content(bytes))
                break
              } catch {
                guard error is AtomicFileError else { return }
              }
            }
          }
        }
      }
    }
    let counts = Dictionary(grouping: try AtomicFile.read(path)) { $0 }.mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: (65..<73).map { ($0, 10) }))
  }
}
