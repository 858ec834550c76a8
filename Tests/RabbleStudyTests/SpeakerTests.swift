import Foundation
import RabbleControllers
import RabbleQuestions
import RabbleScreens
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStudy

/// Words said aloud, by small scripts in place of a synthesizer.
struct SpeakerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program that runs these lines.
  private func program(_ name: String, _ lines: String) throws -> String {
    let path = try folder.write(name, "#!/bin/sh\n\(lines)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func speaker(_ command: [String], player: [String]? = nil) throws -> Speaker {
    func text(_ words: [String]) throws -> String {
      String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    }
    return Speaker(
      try #require(Speaker.Command(text(command))),
      player: try player.flatMap { Speaker.Command(try text($0)) }, folders: ["/usr/bin", "/bin"],
      cache: FilePath(folder.path).appending("cache"))
  }

  /// What a program has written, once `isDone`, within ten seconds.
  private func written(_ name: String, _ isDone: (String) -> Bool) -> String {
    for _ in 0..<500 {
      let text = (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
      if isDone(text) { return text }
      usleep(20_000)
    }
    return "nothing in time"
  }

  private static let hostile = "-x; touch gone $(touch gone) `touch gone` 'いぬ' \"&& touch gone"

  @Test func `a text comes on standard input, and no shell sees it`() throws {
    let speaker = try speaker(["tee", folder.path + "/said"])
    speaker.say(Self.hostile + "\u{7}\n\u{1b}[31m")
    #expect(written("said") { $0.hasSuffix("\n") } == Self.hostile + "   [31m\n")
    speaker.stop()
    #expect(speaker.takeFailure() == nil)
  }

  @Test func `a text comes as the last argument after two hyphens`() throws {
    let path = try program("say", "printf '%s|' \"$@\" > \"\(folder.path)/said\"")
    let speaker = try speaker([path, "-v", "ja", "--"])
    speaker.say(Self.hostile)
    #expect(written("said") { $0.hasSuffix("|") } == "-v|ja|--|\(Self.hostile)|")
    speaker.stop()
  }

  @Test func `a sound file is made once a text and played each time`() throws {
    let make = try program(
      "make", "cat > \"$1\"; echo made >> \"\(folder.path)/made\"")
    let play = try program("play", "cat \"$1\" >> \"\(folder.path)/played\"")
    let speaker = try speaker([make, "{file}"], player: [play, "{file}"])
    for round in 1...3 {
      speaker.say("いぬ")
      #expect(
        written("played") { $0.count >= 3 * round } == String(repeating: "いぬ\n", count: round))
    }
    speaker.stop()
    #expect(written("made") { !$0.isEmpty } == "made\n")
  }

  @Test func `a sound file whose making was stopped is made again`() throws {
    let make = try program(
      "make",
      "echo x >> \"\(folder.path)/begun\"; echo half > \"$1\"; read text; [ \"$text\" = short ] || sleep 60"
    )
    let play = try program("play", "cat \"$1\" >> \"\(folder.path)/played\"")
    let speaker = try speaker([make, "{file}"], player: [play, "{file}"])
    speaker.say("long")
    _ = written("begun") { !$0.isEmpty }
    speaker.say("short")
    _ = written("played") { !$0.isEmpty }
    speaker.stop()
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache")
    #expect(kept.filter { $0.hasSuffix(".wav") }.count == 1)
  }

  @Test(arguments: ["nowhere-at-all", "/usr/bin/false"])
  func `a program that is missing or fails is named once, and not tried again`(program: String)
    throws
  {
    let speaker = try speaker([program])
    speaker.say("いぬ")
    var failure: String?
    for _ in 0..<500 where failure == nil {
      failure = speaker.takeFailure()
      usleep(10_000)
    }
    #expect(failure?.contains(program) == true)
    speaker.say("ねこ")
    usleep(100_000)
    #expect(speaker.takeFailure() == nil)
  }

  @Test func `a new text stops the one before, and stopping leaves no process`() throws {
    let path = try program("say", "echo $$ >> \"\(folder.path)/pids\"; exec sleep 60")
    let speaker = try speaker([path])
    func pids(_ count: Int) -> [Int32] {
      written("pids") { $0.split(separator: "\n").count >= count }.split(separator: "\n")
        .compactMap { Int32($0) }
    }
    func isGone(_ process: Int32) -> Bool {
      for _ in 0..<500 {
        if kill(process, 0) != 0 { return true }
        usleep(10_000)
      }
      return false
    }
    speaker.say("one")
    let first = try #require(pids(1).first)
    speaker.say("two")
    let second = try #require(pids(2).last)
    #expect(first != second && isGone(first))
    speaker.stop()
    #expect(isGone(second))
    #expect(speaker.takeFailure() == nil)
    speaker.say("three")
    usleep(50_000)
    #expect(pids(2).count == 2)
  }

  // MARK: - In a session

  private static let dog = Question(
    prompt: "犬", answer: "dog", reading: "いぬ", directions: [.recognition])
  private static let written = Question(
    prompt: "犬", answer: "dog", reading: "いぬ", directions: [.production])

  private func session(_ question: Question, _ rule: SpeechRule) throws -> (
    lesson: Lesson, said: String
  ) {
    var settings = Settings()
    settings.speech = rule
    let speaker = try speaker(["tee", "-a", folder.path + "/said"])
    let lesson = try Lesson(on: Lesson([question]), settings: settings) { $0.speaker = speaker }
    return (lesson, folder.path + "/said")
  }

  @Test func `the reading is said with the answer, not the kanji`() throws {
    var (lesson, _) = try session(Self.dog, .auto)
    _ = lesson.begin()
    _ = lesson.type("dog")
    #expect(written("said") { !$0.isEmpty } == "いぬ\n")
  }

  @Test func `say says a prompt in the language that is learned, and gives no answer away`() throws
  {
    var (lesson, _) = try session(Self.dog, .request)
    _ = lesson.begin()
    #expect(lesson.type(":say").questions.count == 1)
    #expect(written("said") { !$0.isEmpty } == "いぬ\n")
    var (other, _) = try session(Self.written, .request)
    _ = other.begin()
    #expect(other.type(":say").notices.first?.lines.first?.contains("give the answer away") == true)
    _ = other.type("")
    #expect(other.type(":say").notices.isEmpty)
  }

  @Test func `without a program say tells which setting to set`() throws {
    var lesson = try Lesson([Self.dog])
    _ = lesson.begin()
    #expect(lesson.type(":say").notices.first?.lines.first?.contains("sound.speech") == true)
  }

  @Test func `a command is a list of words or a list of strings`() {
    #expect(Speaker.Command("espeak-ng -v ja")?.arguments == ["-v", "ja"])
    #expect(Speaker.Command(#"["say", "-v", "Kyoko Two"]"#)?.arguments == ["-v", "Kyoko Two"])
    for wrong in ["", "  ", "[", "[]", "[1]", #"[""]"#] { #expect(Speaker.Command(wrong) == nil) }
  }
}
