import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// An author with two deck files, who knows which question is which.
struct Author {
  struct Entry {
    /// Which question it really is.
    let truth: Int
    var prompt: String
    var answer: String
  }

  struct Group {
    var title: String
    var entries: [Entry]
  }

  /// What an author does to a deck without meaning another question.
  enum Move: CaseIterable {
    case reorder, mendTypo, rename, split, merge, moveToOtherFile, respell
  }

  var files: [[Group]]
  private var generator: SeededGenerator
  private var nextTruth = 0
  private var removed: [Entry] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    files = []
    for file in 0..<2 {
      files.append(
        (0..<2).map { group in
          Group(title: "Group \(file).\(group)", entries: (0..<6).map { _ in new() })
        })
    }
  }

  mutating func isLucky(_ share: Int, in whole: Int) -> Bool { number(in: 1...whole) <= share }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// A question like those of real decks: many resemble each other, in numbers, in one kanji, or in
  /// a shared side.
  private mutating func new() -> Entry {
    nextTruth += 1
    let digits = Array("一二三四五六七八九十")
    let words = ["さん", "よん", "ご", "ろく", "なな", "はち"]
    let tens = number(in: 1...9)
    switch number(in: 0...3) {
    case 0: return Entry(truth: nextTruth, prompt: "\(digits[tens])十\(nextTruth)", answer: "n")
    case 1:
      return Entry(
        truth: nextTruth, prompt: "\(digits[tens])時", answer: "\(words[tens % 6])じ \(nextTruth)")
    case 2:
      let letters = (0..<9).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator)
      }
      let word = String(letters.compactMap(\.self))
      return Entry(truth: nextTruth, prompt: word, answer: String(word.reversed()))
    default:
      return Entry(truth: nextTruth, prompt: "word \(nextTruth)", answer: "shared answer")
    }
  }

  /// Any edit, those that make and remove questions included.
  mutating func edit() {
    switch number(in: 0...9) {
    case 0, 1: insert(new())
    case 2: remove()
    case 3:
      // Another question in the place of one that goes.
      if let place = place() {
        removed.append(files[place.file][place.group].entries[place.entry])
        files[place.file][place.group].entries[place.entry] = new()
      }
    case 4: if let entry = removed.popLast() { insert(entry) }
    default: make(Move.allCases.randomElement(using: &generator) ?? .reorder)
    }
  }

  private mutating func place() -> (file: Int, group: Int, entry: Int)? {
    let places = files.indices.flatMap { file in
      files[file].indices.flatMap { group in
        files[file][group].entries.indices.map { (file, group, $0) }
      }
    }
    return places.randomElement(using: &generator)
  }

  private mutating func insert(_ entry: Entry) {
    guard let place = place() else { return }
    files[place.file][place.group].entries.insert(entry, at: place.entry)
  }

  private mutating func remove() {
    guard let place = place(), files[place.file][place.group].entries.count > 1 else { return }
    removed.append(files[place.file][place.group].entries.remove(at: place.entry))
  }

  mutating func make(_ move: Move) {
    guard let place = place() else { return }
    switch move {
    case .reorder: files[place.file][place.group].entries.shuffle(using: &generator)
    case .rename: files[place.file][place.group].title += "\(number(in: 0...9))"
    case .mendTypo:
      // Two neighbouring letters of a word swapped, as fingers do.
      for index in files[place.file][place.group].entries.indices {
        var letters = Array(files[place.file][place.group].entries[index].prompt)
        guard letters.count == 9, letters.allSatisfy(\.isASCII) else { continue }
        letters.swapAt(3, 4)
        files[place.file][place.group].entries[index].prompt = String(letters)
        return
      }
    case .respell:
      files[place.file][place.group].entries[place.entry].prompt += "!"
      files[place.file][place.group].entries[place.entry].answer =
        files[place.file][place.group].entries[place.entry].answer.uppercased()
    case .split:
      let entries = files[place.file][place.group].entries
      let half = entries.count / 2
      guard half > 0 else { return }
      files[place.file][place.group].entries = Array(entries[..<half])
      files[1 - place.file].append(
        Group(
          title: files[place.file][place.group].title + " part", entries: Array(entries[half...])))
    case .merge:
      guard files[place.file].count > 1 else { return }
      let group = files[place.file].remove(at: place.group)
      files[place.file][0].entries += group.entries
    case .moveToOtherFile:
      guard files[place.file].count > 1 else { return }
      files[1 - place.file].append(files[place.file].remove(at: place.group))
    }
  }

  /// Saves the files and has the log read them.
  func save(in log: StudyLog) throws {
    let changed = files.indices.map { file in
      (
        deck: StoredDeck(path: "/\(file).json", signature: UUID().uuidString, faults: []),
        groups: files[file].map { group in
          QuestionGroup(
            title: group.title,
            questions: group.entries.map { Question(prompt: $0.prompt, answer: $0.answer) })
        }
      )
    }
    _ = try log.write { try $0.decks.store(changed, removed: [], at: morning) }
  }

  /// The cards as the log has them, each with the question it really is.
  func cards(of log: StudyLog) throws -> [(card: Card, truth: Int)] {
    try files.indices.flatMap { file in
      let groups = try log.read { try $0.decks.groups(of: ["/\(file).json"]) }
      let cards = try log.read { tx in
        try tx.queue.entries(
          of: groups, newPerDay: 1000, at: Moment(milliseconds: .max, utcOffset: 0)
        ).compactMap { try tx.cards.standing(of: $0.card, in: groups, at: morning)?.card }
      }
      let truths = Dictionary(
        files[file].flatMap { group in
          group.entries.map { ([group.title, $0.prompt, $0.answer], $0.truth) }
        }
      ) { first, _ in first }
      return cards.sorted { ($0.group, $0.position) < ($1.group, $1.position) }.compactMap { card in
        truths[[card.group.title, card.question.prompt, card.question.answer]].map { (card, $0) }
      }
    }
  }
}
