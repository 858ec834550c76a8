import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// The files by which devices exchange events.
@Suite struct SyncFolderTests {
  private let desk: UInt128 = 0x019a_a3c2_0000_7000_8000_0000_0000_0001
  private let laptop: UInt128 = 0x019a_a3c2_0000_7000_8000_0000_0000_0002

  private func withFolder(_ body: (SyncFolder) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "rabble-sync-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(SyncFolder(path))
  }

  private func write(_ lines: [String], of device: UInt128, to folder: SyncFolder) throws {
    var writer = try SyncWriter(folder, device: device, files: folder.files()) { _ in nil }
    for line in lines { try writer.append(Array((line + "\n").utf8)) }
    try writer.finish()
  }

  private func read(
    _ file: SyncFile, from position: SyncPosition? = nil
  ) throws -> (lines: [String], reading: SyncReading) {
    var lines: [String] = []
    let reading = try file.read(from: position) {
      lines.append(String(decoding: $0, as: UTF8.self))
    }
    return (lines, try #require(reading))
  }

  @Test func `a file from beyond the year 2262 is read like any other`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let path = try #require(folder.files().first).path
      var times = [
        timespec(tv_sec: 10_413_792_000, tv_nsec: 0), timespec(tv_sec: 10_413_792_000, tv_nsec: 0),
      ]
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
      #expect(try read(try #require(folder.files().first)).lines == ["one"])
    }
  }

  @Test func `lines come back in their order, and only the new ones the next time`() throws {
    try withFolder { folder in
      try write(["one", "two"], of: desk, to: folder)
      let first = try read(try #require(folder.files().first))
      #expect(first.lines == ["one", "two"])
      #expect(first.reading.position.offset == 8 && first.reading.isWhole)
      try write(["three", String(repeating: "4", count: 300)], of: desk, to: folder)
      let second = try read(try #require(folder.files().first), from: first.reading.position)
      #expect(second.lines == ["three", String(repeating: "4", count: 300)])
      let third = try read(try #require(folder.files().first), from: second.reading.position)
      #expect(third.lines == [] && !third.reading.isWhole)
      #expect(third.reading.position == second.reading.position)
      #expect(
        try folder.files().map(\.path) == ["\(folder.path)/\(SyncFolder.name(of: desk))/0001.jsonl"]
      )
    }
  }

  @Test func `however a file is cut, whole lines are read once and the rest is left`() throws {
    try withFolder { folder in
      let lines = (0..<40).map { "line \($0) " + String(repeating: "x", count: $0 * 7) }
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      let home = folder.folder(of: laptop)
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      var generator = SeededGenerator(seed: 20)
      for _ in 0..<30 {
        var position: SyncPosition?
        var found: [String] = []
        var end = 0
        while end < bytes.count {
          end = min(bytes.count, end + Int.random(in: 1...900, using: &generator))
          try Data(bytes[..<end]).write(to: URL(fileURLWithPath: home + "/0001.jsonl"))
          let (new, reading) = try read(try #require(folder.files().first), from: position)
          found += new
          position = reading.position
          let whole = bytes[..<end].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
          #expect(reading.position.offset == Int64(whole))
        }
        #expect(found == lines)
      }
    }
  }

  @Test func `another content in the same place is read from its beginning`() throws {
    try withFolder { folder in
      try write(["one", "two"], of: desk, to: folder)
      let position = try read(try #require(folder.files().first)).reading.position
      let path = try #require(folder.files().first).path
      try Data("six\nten\neleven\n".utf8).write(to: URL(fileURLWithPath: path))
      #expect(
        try read(#require(folder.files().first), from: position).lines == ["six", "ten", "eleven"])
      try Data("six\n".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try read(#require(folder.files().first), from: position).lines == ["six"])
    }
  }

  @Test func `a full file is closed and compressed, and never read again by those who know it`()
    throws
  {
    try withFolder { folder in
      let line = String(repeating: "あ", count: 20_000)
      var position: SyncPosition?
      for round in 0..<150 {
        try write(["\(round) " + line], of: desk, to: folder)
        let open = try folder.files().filter { !$0.isClosed }
        #expect(open.count == 1 && open[0].size <= SyncFolder.limit)
        if round == 60 { position = try read(open[0]).reading.position }
      }
      let files = try folder.files()
      #expect(files.map(\.number) == [1, 2, 3] && files.map(\.isClosed) == [true, true, false])
      let closed = try read(files[0])
      #expect(closed.lines.first == "0 " + line && !closed.reading.isDamaged)
      // The rest of a file that was open when it was read before.
      let rest = try read(files[0], from: position)
      #expect(rest.lines == Array(closed.lines[61...]))
      var whole = closed.reading.position
      whole.isClosed = false
      #expect(try read(files[0], from: whole).lines == [])
      #expect(try files.flatMap { try read($0).lines }.count == 150)
    }
  }

  @Test func `a closed file that is cut off or damaged is read as far as it is sound`() throws {
    try withFolder { folder in
      let lines = (0..<60_000).map { "{\"number\":\($0),\"text\":\"\($0 &* 2_654_435_761)\"}" }
      try write(
        [lines.joined(separator: "\n"), String(repeating: "-", count: 4 << 20)], of: desk,
        to: folder)
      let file = try #require(folder.files().first)
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file.path)))
      var generator = SeededGenerator(seed: 21)
      var open = try read(file).reading.position
      open.isClosed = false
      for _ in 0..<20 {
        let end = Int.random(in: 0..<bytes.count, using: &generator)
        try Data(bytes[..<end]).write(to: URL(fileURLWithPath: file.path))
        let (found, reading) = try read(#require(folder.files().first))
        #expect(reading.isDamaged && found == Array(lines[..<found.count]))
        // Not even by those who have read it before it was closed.
        let cut = try read(#require(folder.files().first), from: open).reading
        #expect(cut.isReplaced && cut.isDamaged)
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        #expect(
          try read(#require(folder.files().first), from: reading.position).lines
            == Array(lines[found.count...]))
      }
    }
  }

  @Test func `only files of devices are listed, copies made of conflicts among them`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let home = folder.folder(of: desk)
      let names = [
        "0001.sync-conflict-20261122-101500-ABCDEFG.jsonl", ".syncthing.0001.jsonl.tmp",
        "0001.jsonl.f00d.partial", "0001 (conflicted copy).jsonl", "note.txt", "0002.jsonl.zst",
        "0002.jsonl.sync-conflict-20261122-101500-ABCDEFG.zst", "notes.zst",
      ]
      for name in names {
        _ = FileManager.default.createFile(atPath: home + "/" + name, contents: Data())
      }
      for stranger in [".git", "notes", "019AA3C2-0000-7000-8000-000000000003"] {
        let path = folder.path + "/" + stranger
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path + "/0001.jsonl", contents: Data())
      }
      try FileManager.default.createSymbolicLink(
        atPath: home + "/0003.jsonl", withDestinationPath: "/etc/passwd")
      let files = try folder.files()
      #expect(
        Set(files.map { ($0.path as NSString).lastPathComponent }) == [
          "0001.jsonl", names[0], names[3], names[5], names[6],
        ])
      #expect(files.filter(\.isClosed).map(\.number) == [nil, 2])
      #expect(Set(files.compactMap(\.number)) == [1, 2] && files.allSatisfy { $0.device == desk })
    }
  }

  @Test func `of a device with more files than any has, its own come before copies`() throws {
    try withFolder { folder in
      try write(["one"], of: laptop, to: folder)
      let home = folder.folder(of: laptop)
      for number in 0...SyncFolder.mostFiles {
        let path = home + "/0001.copy-\(number).jsonl"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
      }
      try write(["two"], of: desk, to: folder)
      let files = try folder.files()
      #expect(files.count == SyncFolder.mostFiles + 1)
      #expect(files.filter { $0.number == 1 }.count == 2)
    }
  }

  @Test func `what a device left half done is finished when it writes next`() throws {
    try withFolder { folder in
      try write(["one", "two"], of: desk, to: folder)
      let path = try #require(folder.files().first).path
      // It was killed in the middle of a line …
      try Data("one\ntwo\nthr".utf8).write(to: URL(fileURLWithPath: path))
      var writer = try SyncWriter(folder, device: desk, files: folder.files()) { _ in 8 }
      try writer.append(Array("four\n".utf8))
      try writer.finish()
      #expect(try read(#require(folder.files().first)).lines == ["one", "two", "four"])
      // … and when a file was compressed and not yet removed.
      _ = FileManager.default.createFile(atPath: path + ".zst", contents: Data("half".utf8))
      try write(["five"], of: desk, to: folder)
      let files = try folder.files()
      #expect(files.map(\.isClosed) == [true, false])
      #expect(try files.flatMap { try read($0).lines } == ["one", "two", "four", "five"])
    }
  }

  /// Has a device close a file of these lines, and puts another file beside it under its open name.
  private func close(
    _ lines: [String], of device: UInt128, in folder: SyncFolder, beside leftover: [String]
  ) throws -> (closed: String, open: String) {
    try write(lines, of: device, to: folder)
    let open = try #require(folder.files().first).path
    // A file with a higher number closes those before it.
    try Data("last\n".utf8).write(
      to: URL(fileURLWithPath: open.replacing("0001.jsonl", with: "0002.jsonl")))
    try write(["new"], of: device, to: folder)
    try Data((leftover.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: open))
    return (open + ".zst", open)
  }

  @Test func `an older version of a closed file that comes back is removed, and no line is lost`()
    throws
  {
    try withFolder { folder in
      let (closed, open) = try close(
        ["one", "two", "three"], of: desk, in: folder, beside: ["one", "two"])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: closed))
      try write(["newer"], of: desk, to: folder)
      #expect(try Data(contentsOf: URL(fileURLWithPath: closed)) == bytes)
      #expect(!FileManager.default.fileExists(atPath: open))
      #expect(
        try folder.files().flatMap { try read($0).lines }
          == ["one", "two", "three", "last", "new", "newer"])
    }
  }

  @Test(arguments: [
    // The open file has more than the closed one, and each has lines that the other lacks.
    ["one", "two", "three", "four"], ["one", "four"],
  ])
  func `lines that a closed file lacks are kept when its open file is removed`(leftover: [String])
    throws
  {
    try withFolder { folder in
      let (_, open) = try close(
        ["one", "two", "three"], of: desk, in: folder, beside: leftover)
      try write(["newer"], of: desk, to: folder)
      #expect(!FileManager.default.fileExists(atPath: open))
      let lines = try folder.files().flatMap { try read($0).lines }
      #expect(lines.count == 7)
      #expect(Set(lines) == ["one", "two", "three", "four", "last", "new", "newer"])
    }
  }

  @Test func `an open file and the closed one beside it are remembered apart`() throws {
    try withFolder { folder in
      _ = try close(["one", "two", "three"], of: desk, in: folder, beside: ["one"])
      let files = try folder.files()
      #expect(files.map(\.name) == ["0001.jsonl", "0001.jsonl", "0002.jsonl"])
      #expect(files.map(\.isLeftover) == [true, false, false])
      #expect(Set(files.map(\.key)).count == 3 && files[1].key == "0001.jsonl")
      #expect(files.allSatisfy { SyncFile.isLeftover($0.key) == $0.isLeftover })
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe in the place of a file is refused, and is not waited for`() throws {
    try withFolder { folder in
      let home = folder.folder(of: desk)
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      let path = home + "/0001.jsonl"
      #expect(mkfifo(path, 0o600) == 0)
      #expect(
        throws: SyncFolderError.unwritable(path: path, reason: "it is not a regular file")
      ) { try write(["one"], of: desk, to: folder) }
    }
  }

  @Test func `a file that another program changes meanwhile is left alone`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let files = try folder.files()
      try Data("one\nother\n".utf8).write(to: URL(fileURLWithPath: files[0].path))
      var writer = try SyncWriter(folder, device: desk, files: files) { _ in 4 }
      #expect(throws: SyncFolderError.self) { try writer.append(Array("two\n".utf8)) }
      #expect(try read(#require(folder.files().first)).lines == ["one", "other"])
    }
  }

  @Test func `a line longer than any event is passed over, and what follows it is read`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let path = try #require(folder.files().first).path
      var bytes = Array("one\n".utf8) + [UInt8](repeating: 0x78, count: 17 << 20)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let first = try read(try #require(folder.files().first))
      #expect(first.lines == ["one"] && first.reading.position.offset == 4)
      #expect(!first.reading.isDamaged)
      bytes += Array("\ntwo\n".utf8)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let second = try read(try #require(folder.files().first), from: first.reading.position)
      #expect(second.lines == ["two"] && second.reading.isDamaged)
      #expect(second.reading.position.offset == Int64(bytes.count))
      bytes += Array("three\n".utf8)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(
        try read(#require(folder.files().first), from: second.reading.position).lines == ["three"])
    }
  }

  @Test func `of an open file no more is read than any has`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let path = try #require(folder.files().first).path
      // It takes no place on the disk.
      #expect(truncate(path, 3 << 30) == 0)
      let (lines, reading) = try read(try #require(folder.files().first))
      #expect(lines == ["one"] && reading.isDamaged && reading.position.offset == 4)
    }
  }

  @Test func `a copy that was made of a closed file is read like it`() throws {
    try withFolder { folder in
      let (closed, _) = try close(["one", "two"], of: desk, in: folder, beside: ["one"])
      let copy = closed.replacing(".zst", with: ".sync-conflict-20261122-101500-ABCDEFG.zst")
      try FileManager.default.copyItem(atPath: closed, toPath: copy)
      let file = try #require(folder.files().first { $0.path == copy })
      #expect(file.isClosed && file.number == nil && !file.isLeftover)
      #expect(try read(file).lines == ["one", "two"])
    }
  }

  @Test func `a link in the place of a device's folder is not written through`() throws {
    try withFolder { folder in
      let elsewhere = folder.path + "/elsewhere"
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      let own = folder.folder(of: desk)
      try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: elsewhere)
      #expect(
        throws: SyncFolderError.unwritable(
          path: own, reason: "it is not a folder, or a link to one")
      ) { try write(["one"], of: desk, to: folder) }
    }
  }

  @Test func `a small file that unpacks to much more than any has is read no further`() throws {
    let packed = try #require(SyncPacking.packed([UInt8](repeating: 0x0a, count: 9 << 20)))
    #expect(packed.count < 4096)
    let (bytes, isComplete) = SyncPacking.unpacked(packed, atMost: 1 << 20)
    #expect(!isComplete && (1 << 20...2 << 20).contains(bytes.count))
  }

  @Test func `no name of a file is a number after which there is none`() throws {
    try withFolder { folder in
      let home = folder.folder(of: desk)
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      for name in ["9223372036854775807.jsonl.zst", "99999999999999999999.jsonl", "0002.jsonl"] {
        _ = FileManager.default.createFile(atPath: home + "/" + name, contents: Data())
      }
      try write(["one"], of: desk, to: folder)
      #expect(try folder.files().compactMap(\.number) == [2])
      #expect(try folder.files().contains { $0.size == 4 && $0.number == 2 })
    }
  }

  @Test func `a folder knows what it holds, through links too`() throws {
    try withFolder { folder in
      try write(["one"], of: desk, to: folder)
      let file = try #require(folder.files().first).path
      let link = folder.path + "-link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
      defer { try? FileManager.default.removeItem(atPath: link) }
      #expect(folder.holds(file) && folder.holds(file.replacing(folder.path, with: link)))
      #expect(!folder.holds("/etc/passwd") && !folder.holds(folder.path + "-other/study.sqlite"))
      // What is not there yet will be in the folder, too.
      #expect(folder.holds(link + "/not/yet/study.sqlite"))
      #expect(try SyncFolder(link) == folder)
      #expect(throws: SyncFolderError.noFolder(path: file)) { try SyncFolder(file) }
    }
  }

  @Test func `a folder that is not there is not made`() throws {
    try withFolder { folder in
      #expect(throws: SyncFolderError.missing(path: folder.path + "/stick")) {
        try SyncFolder(folder.path + "/stick")
      }
    }
  }
}
