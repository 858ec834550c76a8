// Studies a deck file with answers from standard input: swift run study-deck Decks/Spanish/Words.json
import Foundation
import RabbleDecks
import RabbleScheduling
import RabbleScreens
import RabbleStudy

let arguments = CommandLine.arguments
if arguments.count != 2 { print("usage: study-deck DECK") }
guard arguments.count == 2 else { exit(2) }

let zone = LocalTime.fixed(offset: TimeZone.current.secondsFromGMT())
let surroundings = Surroundings(
  now: { zone.moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
  localTime: zone, random: { .random(in: .min ... .max) })
let deck = DeckLoader().load(path: arguments[1])
let library = try Library(inMemory: deck.groups, surroundings)
var session = try library.session(library.plan())

func show(_ screens: [StudyScreen]) {
  for screen in screens {
    switch screen {
    case .lesson(let card): print(card.prompt.base, "=", card.answer.answer)
    case .choice(let choice): print(choice.choices.joined(separator: "\n"))
    case .question(let question): print(question.prompt, terminator: " › ")
    case .revealed(let card): print(card.answer.answer, "– 1 again, 2 hard, 3 good, 4 easy?")
    case .verdict(let verdict): print(verdict.verdict, verdict.answer?.answer ?? verdict.message)
    case .notice(let notice): print(notice.lines.joined(separator: "\n"))
    case .summary(let summary): print(summary.standing.correct, "of", summary.answered, "correct")
    }
  }
}

show(session.start())
while !session.isOver { show(session.send(readLine().map { StudyAction(line: $0) } ?? .end)) }
