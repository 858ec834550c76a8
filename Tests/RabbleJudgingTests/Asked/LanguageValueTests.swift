import Foundation
import RabbleLanguages
import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

/// That the judge asks the value of a language and never its name.
struct LanguageValueTests {
  /// The languages of the program, with English's value under a tag that no source knows.
  private static let renamed: Languages = {
    var english = Languages.shipped.usual.value
    english.tag = "qaa"
    return Languages([english] + Languages.shipped.all.dropFirst().map(\.value))
  }()

  /// The cards of a group as a judge knows them, and the judge.
  private static func judge(_ group: QuestionGroup, _ kind: DirectionKind, in languages: Languages)
    -> (judge: Judge, context: AskingContext)
  {
    var known = KnownGroup(group)
    known.languages = languages
    return (Judge(vocabulary: Vocabulary([known], kind: kind)), known.askingContext)
  }

  private static func expectSameVerdicts(
    _ lines: [String], for question: Question, _ group: QuestionGroup,
    _ direction: Direction = .recognition
  ) {
    var other = group
    if group.languages.learned == "en" { other.language = "qaa" }
    if group.languages.answers == "en" { other.answerLanguage = "qaa" }
    let (judge, context) = judge(group, direction.kind, in: .shipped)
    let (sameJudge, sameContext) = self.judge(other, direction.kind, in: renamed)
    let options = JudgingOptions(demandsAccents: group.settings.accents == .demanded)
    for line in lines {
      let verdict = judge.judge(line, for: question.asked(direction, in: context), options: options)
      let same = sameJudge.judge(
        line, for: question.asked(direction, in: sameContext), options: options)
      #expect(verdict.kind == same.kind, "\(line) for \(question.answer)")
      #expect(verdict.message == same.message, "\(line) for \(question.answer)")
      #expect(verdict.mistakes == same.mistakes, "\(line) for \(question.answer)")
      #expect(verdict.right == same.right, "\(line) for \(question.answer)")
    }
  }

  @Test(arguments: FairnessTests.rows.indices, [nil, "en"])
  func `English by another name judges every line alike`(index: Int, answers: String?) {
    let row = FairnessTests.rows[index]
    let group = QuestionGroup(
      title: "Group", language: row.language, answerLanguage: answers, directions: [row.asked],
      settings: row.group.settings ?? GroupSettings(), questions: [row.question] + row.others)
    Self.expectSameVerdicts(row.cases.map(\.typed), for: row.question, group, row.asked)
  }

  @Test(arguments: ["ja", "en"])
  func `English by another name has the same plurals and published verdicts`(learned: String)
    throws
  {
    let file = try #require(
      Bundle.module.url(forResource: "plurals", withExtension: "tsv", subdirectory: "Fixtures"))
    var pairs = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    pairs += PublishedVerdicts.typos.map { [$0.answer, $0.typed] }
    pairs += [
      ["it's cold", "it is cold"], ["colour", "color"], ["20 minutes", "twenty minutes"],
      ["an hour", "one hour"], ["Polish", "polish"], ["rock & roll", "rock and roll"],
      ["somebody's", "sb's"], ["can't", "cannot"], ["to go; to walk", "go or walk"],
    ]
    #expect(pairs.count > 500)
    for pair in pairs {
      let question = Question(prompt: "問", answer: pair[0], reading: "とい")
      let group = QuestionGroup(
        title: "Group", language: learned, answerLanguage: "en", questions: [question])
      Self.expectSameVerdicts([pair[1], "the \(pair[1])"], for: question, group)
    }
  }

  /// Swedish as somebody may describe it, in one value.
  private static let swedish = Language("sv") { swedish in
    swedish.articles = ["en", "ett"]
    swedish.infinitiveMarker = "att"
    swedish.numeralForArticle = ("1", ["en", "ett"])
    swedish.disjunction = "eller"
    swedish.keysOfLetters = [[("å", "aa"), ("ä", "ae"), ("ö", "oe")]]
    swedish.genders.articles = ["en": .feminine, "ett": .neuter]
    swedish.genders.endings = [("ning", .feminine), ("eri", .neuter)]
    swedish.otherWords = ["nån": ["någon"]]
    swedish.optionalEnding = { word in
      word == "mera" ? OptionalEnding(stem: "mer", kind: 1) : nil
    }
    swedish.singular = { $0.hasSuffix("ar") ? String($0.dropLast(2)) : String($0) }
  }

  private func verdict(
    _ typed: String, _ prompt: String, _ answer: String, learned: String, answers: String
  ) -> Verdict {
    let question = Question(prompt: prompt, answer: answer)
    let group = QuestionGroup(
      title: "Group", language: learned, answerLanguage: answers, questions: [question])
    let languages = Languages([Languages.shipped.usual.value, Self.swedish])
    let (judge, context) = Self.judge(group, .recognition, in: languages)
    return judge.judge(typed, for: question.asked(.recognition, in: context))
  }

  @Test(arguments: [
    ("äta", "att äta"), ("att äta", "äta"), ("hus", "ett hus"), ("bil", "bilar"),
    ("springa eller gå", "springa; gå"), ("1 timme", "en timme"),
  ])
  func `a language of one value is forgiven what it says, where the learner knows it`(
    typed: String, answer: String
  ) {
    #expect(verdict(typed, "語", answer, learned: "ja", answers: "sv").kind.isAccepted)
    #expect(verdict(typed, "語", answer, learned: "ja", answers: "fi").kind == .wrong)
  }

  @Test func `a language of one value has its own articles and letters, where it is learned`() {
    func verdict(_ typed: String, _ answer: String) -> Verdict {
      self.verdict(typed, "meaning", answer, learned: "sv", answers: "sv")
    }
    #expect(verdict("hus", "ett hus").mistake == .article)
    #expect(verdict("en tidning", "tidning").kind == .remark)
    #expect(verdict("ett tidning", "tidning").kind == .wrong)
    #expect(verdict("der hus", "ett hus").mistake != .article)
    #expect(verdict("aeta", "äta").kind == .remark)
    #expect(verdict("bil", "bilar").kind == .wrong)
    #expect(verdict("vill ha mer", "vill ha mera").kind == .remark)
  }
}
