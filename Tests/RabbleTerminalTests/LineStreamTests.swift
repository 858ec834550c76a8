import Foundation
import RabbleScreens
import RabbleTerminal
import Synchronization
import Testing

@testable import RabbleTerminal

/// One after the other: signals belong to the process.
@Suite(.serialized) struct StreamTests {
  let notice = StudyScreen.notice(
    NoticeScreen(
      standing: Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0),
      tone: .information,
      lines: ["Ready."]
    )
  )

  private func lines(of bytes: [UInt8]) throws -> [InputEvent] {
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    pipe.put(bytes)
    pipe.closeWriteEnd()
    var events: [InputEvent] = []
    while events.last != .endOfInput { events.append(try stream.readLine()) }
    return events
  }

  @Test func `lines end with a line feed, with or without a carriage return`() throws {
    #expect(
      try lines(of: Array("か\n\r\nb\r\n".utf8)) == [.line("か"), .line(""), .line("b"), .endOfInput]
    )
  }

  @Test func `a last line without its end counts`() throws {
    #expect(try lines(of: Array("a\nb".utf8)) == [.line("a"), .line("b"), .endOfInput])
    #expect(try lines(of: []) == [.endOfInput])
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    #expect(try lines(of: [0xef, 0xbb, 0xbf, 0x61, 0x0a]) == [.line("a"), .endOfInput])
    #expect(try lines(of: [0xef, 0xbb, 0xbf]) == [.endOfInput])
  }

  @Test func `a line may come in pieces, even of a character`() throws {
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    pipe.put([0x61, 0xe3])
    let writer = Background {
      usleep(20_000)
      pipe.put([0x81, 0x82, 0x0a])
    }
    #expect(try stream.readLine() == .line("aあ"))
    writer.join()
  }

  @Test func `the end of input stays the end`() throws {
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    pipe.closeWriteEnd()
    #expect(try stream.readLine() == .endOfInput)
    #expect(try stream.readLine() == .endOfInput)
  }

  @Test func `an overlong line is cut and the next one is whole`() throws {
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    let writer = Background {
      for _ in 0..<5 { pipe.put(Array(repeating: 0x61, count: 40_000)) }
      pipe.put(Array("\nb\n".utf8))
    }
    let cut = String(repeating: "a", count: InputEvent.longestLine)
    #expect(try stream.readLine() == .cutLine(cut))
    #expect(try stream.readLine() == .line("b"))
    writer.join()
  }

  @Test func `what can't be read is an error with its reason`() throws {
    let stream = try LineStream(descriptor: 9999)
    #expect(throws: StreamError.self) { try stream.readLine() }
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let folderStream = try LineStream(descriptor: folder)
    #expect(throws: StreamError.inputFailed(EISDIR)) { try folderStream.readLine() }
  }

  /// Has a signal do what it does by default, in this thread too, until a stream catches it.
  private func admit(_ signal: Int32) {
    _ = Foundation.signal(signal, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  @Test(arguments: [
    (SIGINT, InputEvent.interrupted), (SIGTERM, .terminated), (SIGHUP, .hangUp),
  ])
  func `a signal comes before the lines that wait`(signal: Int32, event: InputEvent) throws {
    admit(signal)
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    pipe.put(Array("a\n".utf8))
    raise(signal)
    #expect(try stream.readLine() == event)
    #expect(try stream.readLine() == .line("a"))
  }

  @Test func `a signal that was ignored stays ignored`() throws {
    admit(SIGHUP)
    _ = Foundation.signal(SIGHUP, SIG_IGN)
    defer { admit(SIGHUP) }
    let pipe = Pipe()
    let stream = try LineStream(descriptor: pipe.readEnd)
    pipe.put(Array("a\n".utf8))
    raise(SIGHUP)
    #expect(try stream.readLine() == .line("a"))
  }

  @Test func `a view hands on each line and ends with the input`() throws {
    let (input, output) = (Pipe(), Pipe())
    input.put(Array("か\n:s\n:hint\n\n".utf8))
    input.closeWriteEnd()
    let view = StreamView(
      input: try LineStream(descriptor: input.readEnd),
      output: output.writeEnd,
      encode: ScreenText.plain
    )
    #expect(try view.nextAction() == .submit("か"))
    #expect(try view.nextAction() == .unknownCommand("s"))
    #expect(try view.nextAction() == .command(.hint))
    #expect(try view.nextAction() == .submit(""))
    #expect(view.leavingReason == nil)
    #expect(try view.nextAction() == .end)
    #expect(view.leavingReason == .endOfInput)
    #expect(view.leavingReason != .interrupted)
  }

  @Test func `Ctrl-C ends a view at once`() throws {
    admit(SIGINT)
    let (input, output) = (Pipe(), Pipe())
    let view = StreamView(
      input: try LineStream(descriptor: input.readEnd),
      output: output.writeEnd,
      encode: ScreenText.plain
    )
    raise(SIGINT)
    #expect(try view.nextAction() == .end)
    #expect(view.leavingReason == .interrupted)
  }

  @Test func `a view writes a screen as one line and what the encoder says`() throws {
    let (input, output) = (Pipe(), Pipe())
    let view = StreamView(
      input: try LineStream(descriptor: input.readEnd),
      output: output.writeEnd,
      encode: ScreenText.plain
    )
    try view.draw(notice)
    output.closeWriteEnd()
    #expect(output.contents() == "  Ready.\n")
  }

  @Test func `a screen larger than the pipe arrives whole`() throws {
    let (input, output) = (Pipe(), Pipe())
    let text = String(repeating: "かな", count: 100_000)
    let view = StreamView(
      input: try LineStream(descriptor: input.readEnd),
      output: output.writeEnd,
      encode: { _ in text }
    )
    let received = Mutex("")
    let reader = Background {
      let contents = output.contents()
      received.withLock { $0 = contents }
    }
    try view.draw(notice)
    output.closeWriteEnd()
    reader.join()
    #expect(received.withLock { $0 == text + "\n" })
  }

  @Test func `a closed output is an error and no signal`() throws {
    let (input, output) = (Pipe(), Pipe())
    let view = StreamView(
      input: try LineStream(descriptor: input.readEnd),
      output: output.writeEnd,
      encode: ScreenText.plain
    )
    output.closeReadEnd()
    #expect(throws: StreamError.outputClosed) { try view.draw(notice) }
  }
}

@Suite struct InputEventTests {
  @Test func `a line that is not UTF-8 is no line`() {
    #expect(InputEvent(lineBytes: [0x61, 0xff, 0x62]) == .garbledLine)
  }

  @Test func `a pasted line break is a space`() {
    #expect(InputEvent(lineBytes: Array("a\nb\rc".utf8)) == .line("a b c"))
  }

  @Test func `a line of the longest length is whole`() {
    let text = String(repeating: "a", count: InputEvent.longestLine)
    #expect(InputEvent(lineBytes: Array(text.utf8)) == .line(text))
    #expect(InputEvent(lineBytes: Array((text + "b").utf8)) == .cutLine(text))
  }

  @Test(arguments: 0...3) func `a cut never splits a character`(offset: Int) {
    for character in ["é", "あ", "𠮷"] {
      let start = String(repeating: "a", count: offset)
      let text = start + String(repeating: character, count: InputEvent.longestLine / 2 + 1)
      guard case .cutLine(let taken) = InputEvent(lineBytes: Array(text.utf8)) else {
        Issue.record("The line was not cut")
        continue
      }
      #expect(text.hasPrefix(taken))
      #expect(taken.utf8.count > InputEvent.longestLine - 4)
    }
  }
}
