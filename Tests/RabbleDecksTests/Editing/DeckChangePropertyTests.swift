import RabbleDecks
import RabbleQuestions
import RabbleTestSupport
import Testing

/// Random changes of random decks, laid out at random.
struct DeckChangePropertyTests {
  /// A deck as it is meant, beside the file that must say so.
  private struct Model {
    var groups: [QuestionGroup]
    var source: DeckSource

    var texts: [[String]] {
      groups.map { group in
        [group.title]
          + group.questions.map { "\($0.id ?? "-")|\($0.prompt)|\($0.answer)|\($0.hint ?? "-")" }
      }
    }

    var written: [[String]] {
      source.groups.map { group in
        [group.group.title]
          + group.questions.map(\.question).map {
            "\($0.id ?? "-")|\($0.prompt)|\($0.answer)|\($0.hint ?? "-")"
          }
      }
    }
  }

  private func question(_ number: Int, using random: inout SeededGenerator) -> Question {
    Question(
      id: Bool.random(using: &random) ? "id\(number)" : nil,
      prompt: "\(number)" + DeckSamples.text(using: &random),
      hint: Bool.random(using: &random) ? DeckSamples.text(using: &random) : nil,
      answer: DeckSamples.text(using: &random),
      tags: Bool.random(using: &random) ? ["t", DeckSamples.text(using: &random)] : [])
  }

  private func group(_ title: String, _ questions: [Question]) -> QuestionGroup {
    QuestionGroup(title: title, questions: questions)
  }

  /// How many bytes two texts have in common at their beginnings and ends together.
  private func common(_ old: [UInt8], _ new: [UInt8]) -> Int {
    let front = zip(old, new).prefix { $0 == $1 }.count
    let back = zip(old.dropFirst(front).reversed(), new.dropFirst(front).reversed())
      .prefix { $0 == $1 }.count
    return front + back
  }

  @Test(arguments: 0..<60)
  func `each changes exactly what it says, and no other byte`(seed: Int) throws {
    try check(seed: seed, path: "d.json") { groups, random in
      try RandomLayout(using: &random).text(of: groups, using: &random)
    }
  }

  @Test(arguments: 0..<60)
  func `so it is with Markdown`(seed: Int) throws {
    try check(seed: seed, path: "d.md") { groups, random in
      let text = DeckMarkdown.text(of: groups)
      return (Bool.random(using: &random) ? "\u{FEFF}" : "")
        + (Bool.random(using: &random) ? text : text.replacing("\n", with: "\r\n"))
    }
  }

  private func check(
    seed: Int, path: String,
    _ write: ([QuestionGroup], inout SeededGenerator) throws -> String
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var number = 0
    func next() -> Question {
      number += 1
      return question(number, using: &random)
    }
    let groups = (0..<Int.random(in: 1...3, using: &random)).map { index in
      group("G\(index)", (0..<Int.random(in: 0...4, using: &random)).map { _ in next() })
    }
    let text = try write(groups, &random)
    var model = Model(
      groups: groups, source: DeckLoader().parseSource(Array(text.utf8), path: path))
    try #require(model.written == model.texts)

    for _ in 0..<25 {
      let old = model.source
      let target = Int.random(in: model.groups.indices, using: &random)
      let count = model.groups[target].questions.count
      let filled = model.groups.indices.filter { !model.groups[$0].questions.isEmpty }
      let place = filled.isEmpty ? nil : random.element(of: filled)
      let at = place.map {
        QuestionIndex(
          group: $0,
          question: Int.random(in: model.groups[$0].questions.indices, using: &random))
      }
      func set(_ group: Int, _ change: (inout [Question]) -> Void) {
        var questions = model.groups[group].questions
        change(&questions)
        model.groups[group] = self.group(model.groups[group].title, questions)
      }
      let change: DeckChange
      func unknown(_ source: DeckSource) -> [String] {
        source.groups.flatMap(\.questions).flatMap(\.fields).filter { $0.key == .unknown }
          .map { source.text($0.span) }
      }
      var unknownKeys = unknown(old).count
      var isOnePlace = true
      var kept = old.bytes.count
      switch (Int.random(in: 0...5, using: &random), at) {
      case (1, let at?):
        let new = next()
        change = .replace(at, by: new)
        set(at.group) { $0[at.question] = new }
        kept -= old.groups[at.group].questions[at.question].span.range.count
      case (2, let at?):
        change = .remove(at)
        let fields = old.groups[at.group].questions[at.question].fields
        unknownKeys -= fields.count { $0.key == .unknown }
        set(at.group) { $0.remove(at: at.question) }
        kept = 0
      case (3, let at?):
        let before =
          Bool.random(using: &random) ? nil : Int.random(in: 0...count, using: &random)
        change = .move(at, toGroup: target, before: before)
        let question = model.groups[at.group].questions[at.question]
        var index = before ?? count
        if at.group == target, index > at.question { index -= 1 }
        set(at.group) { $0.remove(at: at.question) }
        set(target) { $0.insert(question, at: index) }
        isOnePlace = false
      case (4, _):
        number += 1
        change = .rename(group: target, to: "R\(number)")
        model.groups[target] = group("R\(number)", model.groups[target].questions)
        kept -= old.groups[target].field(.title)?.span.range.count ?? 0
      case (5, _):
        number += 1
        let new = group("N\(number)", Bool.random(using: &random) ? [next()] : [])
        change = .addGroups([DeckGroup(new)])
        model.groups.append(new)
        isOnePlace =
          old.text(SourceSpan(0, old.bytes.count)).drop { !"[{".contains($0) }.first
          == "["
      default:
        let new = next()
        let before = Bool.random(using: &random) ? nil : Int.random(in: 0...count, using: &random)
        change = .add([DeckEntry(new)], toGroup: target, before: before)
        set(target) { $0.insert(new, at: before ?? count) }
        // An empty list may have had white space inside.
        if count == 0 { kept = 0 }
      }
      model.source = try old.applying([change])
      #expect(model.written == model.texts, "\(change)")
      if isOnePlace {
        let same = common(old.bytes, model.source.bytes)
        let least = kept > 0 ? kept : min(old.bytes.count, model.source.bytes.count)
        #expect(same >= least, "\(change)")
      }
      #expect(
        unknown(model.source)
          == Array(repeating: #"{"a": [true , null]}"#, count: unknownKeys), "\(change)")
    }
  }
}
