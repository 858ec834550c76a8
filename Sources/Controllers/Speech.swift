import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

/// What is said aloud of a card.
struct SpokenCard {
  /// The text in the language that is learned: its reading in kana, where it has one.
  let text: String
  /// Whether the card shows it before the answer.
  let isPrompt: Bool

  init(_ asked: AskedCard) {
    let own = asked.card.question
    if asked.card.id.direction == .listening {
      text = own.readings.first ?? RubyText(own.prompt).base
      isPrompt = true
    } else if case .cloze = asked.card.id.direction, let sentence = own.clozeText {
      text = RubyText(sentence.filled).reading
      isPrompt = false
    } else if RubyText(own.answer).base.hasJapanese {
      text = RubyText(own.answer).reading
      isPrompt = false
    } else {
      text = own.readings.first ?? RubyText(own.prompt).base
      isPrompt = asked.card.id.direction == .recognition
    }
  }
}

extension QuestionController {
  /// What is said with an answer.
  func speech(withAnswerOf asked: AskedCard) -> String? {
    style.speech == .auto ? SpokenCard(asked).text : nil
  }

  /// What is said with the question of a card that is asked by ear.
  func speech(withPromptOf asked: AskedCard) -> String? {
    guard style.speech != nil, asked.card.id.direction == .listening else { return nil }
    return SpokenCard(asked).text
  }

  /// Says the card that is shown, unless that would give its answer away.
  mutating func say(_ asked: AskedCard) throws {
    guard style.speech != nil else {
      return try resume(
        with: .information,
        [
          "Nothing can be said aloud: set sound.speech in the config file, and sound.when to auto or "
            + "request."
        ])
    }
    let spoken = SpokenCard(asked)
    if case .asking = state, !spoken.isPrompt {
      return try resume(
        with: .information, ["It would give the answer away; :say works after it."])
    }
    try showAgain()
    world.say(spoken.text)
  }
}
