import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport
import Testing

/// Authors edit their decks in all ways there are; each question's real identity is known here, and
/// the log has to find it by the texts alone.
@Suite struct EditScriptTests {
  @Test(arguments: 0..<60)
  func `no script of edits gives a history to another question`(seed: UInt64) throws {
    let log = try openLog()
    var author = Author(seed: seed)
    var owner: [QuestionID: Int] = [:]
    try author.save(in: log)
    for _ in 0..<12 {
      for (card, truth) in try author.cards(of: log) {
        let known = owner[card.id.question]
        #expect(known == nil || known == truth, "\(card.question.prompt) has another's history")
        if owner[card.id.question] == nil, author.isLucky(1, in: 3) {
          try log.answer(card)
          owner[card.id.question] = truth
        }
      }
      for _ in 0..<author.number(in: 1...3) { author.edit() }
      try author.save(in: log)
    }
    #expect(try log.check() == [])
  }

  @Test(arguments: Author.Move.allCases, 0..<6)
  func `an edit that means nothing else keeps every history`(move: Author.Move, seed: UInt64)
    throws
  {
    let log = try openLog()
    var author = Author(seed: seed)
    try author.save(in: log)
    var identities: [Int: CardID] = [:]
    for (card, truth) in try author.cards(of: log) {
      try log.answer(card)
      identities[truth] = card.id
    }
    author.make(move)
    try author.save(in: log)
    for (card, truth) in try author.cards(of: log) {
      #expect(identities[truth] == nil || identities[truth] == card.id, "\(card.question.prompt)")
    }
    #expect(try log.read { try $0.identities.unclear() }.isEmpty)
  }

  @Test(arguments: 0..<10)
  func `a question that is put back has the history it had`(seed: UInt64) throws {
    let log = try openLog()
    var author = Author(seed: seed)
    try author.save(in: log)
    let before = try author.cards(of: log)
    for (card, _) in before { try log.answer(card) }
    let files = author.files
    author.files = Author(seed: seed + 1000).files
    try author.save(in: log)
    author.files = files
    try author.save(in: log)
    #expect(try author.cards(of: log).map(\.card.id) == before.map(\.card.id))
  }
}
