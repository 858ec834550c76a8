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
    switch style.speech {
    case nil, .command: return nil
    case .answer: return SpokenCard(asked).text
    case .always:
      let spoken = SpokenCard(asked)
      return spoken.isPrompt ? nil : spoken.text
    }
  }

  /// What is said with a question; that of a card which is heard whenever anything can be said.
  func speech(withPromptOf asked: AskedCard) -> String? {
    guard let rule = style.speech, rule == .always || asked.card.id.direction == .listening else {
      return nil
    }
    let spoken = SpokenCard(asked)
    return spoken.isPrompt ? spoken.text : nil
  }

  /// Says the card that is shown, unless that would give its answer away.
  mutating func say(_ asked: AskedCard) throws {
    guard style.speech != nil else {
      return try resume(
        with: .information,
        ["Nothing can be said aloud: set speech.command in the config file."])
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
