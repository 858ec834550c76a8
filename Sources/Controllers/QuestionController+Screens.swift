import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension QuestionController {
  func screen(of asked: AskedCard) -> QuestionScreen {
    QuestionScreen(
      standing: standing, card: asked.card.id.question.description, isNew: asked.schedule == nil,
      number: asked.number, asksForKana: Judge.asksForKana(asked.question),
      asksFor: asked.askedFor, prompt: asked.question.prompt,
      furigana: showsFurigana(asked.card) ? asked.rubyPrompt : nil,
      meaning: asked.sentenceMeaning, hint: asked.hintUsed ? asked.question.hint : nil)
  }

  /// Whether furigana are drawn before the answer: as the learner said in this session, or else as
  /// the group's author did.
  func showsFurigana(_ card: Card) -> Bool {
    drawsFurigana ?? (card.settings.furigana != .hidden)
  }

  private func answer(of asked: AskedCard) -> RabbleScreens.AnswerText {
    asked.answer(showedFurigana: showsFurigana(asked.card) && asked.rubyPrompt != nil)
  }

  func revealedScreen(of asked: AskedCard, at moment: Moment) -> RevealedScreen {
    RevealedScreen(
      standing: standing, card: asked.card.id.question.description, asksFor: asked.askedFor,
      prompt: asked.question.prompt, answer: answer(of: asked),
      choices: GradeChoice.all(asked, localTime: localTime, at: moment))
  }

  /// What an answer that is now in the log was worth; without a verdict, the learner judged.
  func screen(
    of asked: AskedCard, _ review: Review, _ verdict: Verdict?, _ answer: RecordedAnswer,
    at moment: Moment
  ) -> VerdictScreen {
    let kind = verdict?.kind ?? (review.grade.isCorrect ? .correct : .wrong)
    return VerdictScreen(
      standing: standing(of: asked.card.group), card: asked.card.id.question.description,
      verdict: VerdictScreen.Verdict(kind), typed: review.typed,
      answer: self.answer(of: asked),
      comparison: verdict?.alignment.map(Comparison.init), slip: verdict?.slip?.rawValue,
      message: [verdict?.message ?? "", suggestion(for: review)].filter { !$0.isEmpty }
        .joined(separator: " "),
      grade: review.grade.name,
      due: answer.leech == .suspend
        ? nil : ReturnTime(answer.schedule.due, from: moment, localTime: localTime),
      leech: LeechScreen(answer))
  }

  /// What the learner might make of an answer that was slow or fast for them.
  private func suggestion(for review: Review) -> String {
    guard review.typed != nil, review.grade == .good, let pace else { return "" }
    return switch pace.tempo(of: review.duration) {
    case .slow: "That took long for you: `:hard` if it was."
    case .usual: ""
    case .fast: "That was fast for you: `:easy` if it was."
    }
  }

  func retryScreen(of asked: AskedCard, typed: String, _ verdict: Verdict) -> VerdictScreen {
    VerdictScreen(
      standing: standing, card: asked.card.id.question.description, verdict: .retry, typed: typed,
      answer: nil, slip: verdict.slip?.rawValue, message: verdict.message, grade: nil, due: nil)
  }

  func notice(_ tone: NoticeScreen.Tone, _ lines: [String]) -> StudyScreen {
    .notice(NoticeScreen(standing: standing, tone: tone, lines: lines))
  }

  /// Two questions side by side that were mixed up for the second time or more.
  func contrast(of asked: AskedCard, with verdict: Verdict?, mixUps: Int) -> [StudyScreen] {
    guard mixUps >= 2, let other = verdict?.mistakenFor.first else { return [] }
    let question = asked.question
    return [
      notice(
        .information,
        [
          "You have mixed these two up \(mixUps) times:",
          "  \(question.prompt) = \(question.answer)", "  \(other.prompt) = \(other.answer)",
          "`rabble study --confusions` drills them side by side.",
        ])
    ]
  }

  func summary(nextDue: Due?, isFinal: Bool, at moment: Moment) -> SummaryScreen {
    SummaryScreen(
      standing: standing, answered: tally.count, seconds: tally.seconds, grades: tally.grades,
      nextDue: nextDue.map { ReturnTime($0, from: moment, localTime: localTime) },
      isFinal: isFinal)
  }

  private var standing: Standing { standing(of: asked?.card.group ?? "") }

  private func standing(of group: String) -> Standing {
    let isAsking =
      switch state {
      case .asking, .preparing, .revealed, .changing(.some, _), .ending(_, isUnfinished: true): true
      default: false
      }
    return Standing(
      group: group, correct: tally.score.correct, incorrect: tally.score.incorrect,
      percentage: tally.score.runningPercentage, remaining: queue.remaining + (isAsking ? 1 : 0))
  }
}

extension Comparison {
  fileprivate init(_ alignment: Alignment) {
    self.init(
      pieces: alignment.pieces.map { piece in
        let kind: Piece.Kind =
          switch piece.kind {
          case .same: .same
          case .replaced: .replaced
          case .missing: .missing
          case .extra: .extra
          case .swapped: .swapped
          }
        return Piece(kind, typed: piece.typed, right: piece.right)
      })
  }
}

extension VerdictScreen.Verdict {
  fileprivate init(_ kind: Verdict.Kind) {
    switch kind {
    case .correct: self = .correct
    case .remark: self = .remark
    case .retry: self = .retry
    case .wrong: self = .wrong
    }
  }
}
