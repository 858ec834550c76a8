import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStudy

/// Cards that are heard: there only for a learner whose config file names a program that speaks.
struct ListeningTests {
  private let folder: TemporaryFolder
  private let clock = TestClock(Lesson.start)

  init() throws { folder = try TemporaryFolder() }

  private func library(_ directions: [Direction], speaks: Bool, when: String = "auto") throws
    -> Library
  {
    let dog = Question(prompt: "犬", answer: "dog", reading: "いぬ")
    try folder.write(
      "decks/kana.json",
      DeckJSON.text(of: [
        QuestionGroup(title: "Animals", language: "ja", directions: directions, questions: [dog])
      ]))
    try folder.write(
      "config.toml",
      (speaks ? "sound.speech = \"tee -a \(folder.path)/said\"\n" : "")
        + "sound.when = \"\(when)\"\n")
    return try Library(
      at: .folder(FilePath(folder.path)), clock.surroundings, for: .creating, patience: 0.1)
  }

  private func session(_ library: Library, hears: Bool = true) throws -> StudySession {
    var options = SessionOptions()
    if hears, let command = library.settings.speechCommand {
      options.speaker = Speaker(
        command, player: nil, folders: ["/usr/bin", "/bin"],
        cache: FilePath(folder.path).appending("cache"))
    }
    return try library.session(try library.plan(), options)
  }

  @Test func `without a program that speaks there is no card that is heard`() throws {
    let silent = try library([.recognition, .listening], speaks: false)
    #expect(try silent.cards(named: ["犬"]).cards.map(\.direction) == [.recognition])
    let heard = try library([.recognition, .listening], speaks: true)
    #expect(
      try heard.cards(named: ["犬"]).cards.map(\.direction) == [.recognition, .listening])
    let silentAgain = try library([.recognition, .listening], speaks: false)
    #expect(try silentAgain.cards(named: ["犬"]).cards.map(\.direction) == [.recognition])
  }

  @Test func `a question that is only heard is asked in recognition where nothing speaks`() throws {
    var session = try session(library([.listening], speaks: false))
    #expect(session.start().questions.map(\.prompt) == ["犬"])
  }

  @Test func `a program that is switched off is as none`() throws {
    let off = try library([.recognition, .listening], speaks: true, when: "off")
    #expect(try off.cards(named: ["犬"]).cards.map(\.direction) == [.recognition])
    var session = try session(library([.listening], speaks: true, when: "off"))
    #expect(session.start().questions.map(\.prompt) == ["犬"])
    let notice = session.send(.command(.say)).notices.first
    #expect(notice?.lines.first?.contains("sound.when") == true)
  }

  @Test func `a session that says nothing asks no card that is heard`() throws {
    var session = try session(library([.listening], speaks: true), hears: false)
    #expect(session.start().questions.isEmpty)
  }

  @Test(arguments: ["dog", "a dog", "いぬ", "イヌ", "inu", "犬"])
  func `a card is heard, and answered by what it means or by the word`(line: String) throws {
    var session = try session(library([.listening], speaks: true))
    let question = try #require(session.start().questions.first)
    #expect(question.asksFor == .listening)
    #expect(!question.prompt.contains { $0.isKana || $0 == "犬" })
    #expect(question.furigana == nil && !question.asksForKana)
    let verdict = try #require(
      session.send(.submit(line, keys: nil)).verdicts.first)
    #expect(verdict.verdict.isAccepted)
  }

  @Test(arguments: ["cat", "ねこ", "いね", "neko"])
  func `another word is wrong, and the verdict shows the one that was said`(line: String) throws {
    var session = try session(library([.listening], speaks: true))
    _ = session.start()
    let verdict = try #require(session.send(.submit(line, keys: nil)).verdicts.first)
    #expect(verdict.verdict == .wrong)
    #expect(verdict.answer?.word?.base == "犬" && verdict.answer?.reading == "いぬ")
  }
}
