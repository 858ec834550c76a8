import RabbleDecks
import RabbleQuestions
import RabbleTestSupport

/// An author of deck files, who knows which question is which through every edit.
struct Author {
  struct Entry {
    /// Which question it really is.
    let truth: Int
    /// Which copy of it.
    var key: Int
    var id: String?
    var prompt: String
    var answer: String
  }

  struct Group {
    /// Which group it is, whatever its title.
    let key: Int
    var title: String
    var entries: [Entry]
  }

  struct File {
    var name: String
    var isMarkdown: Bool
    var groups: [Group]

    var path: String { "decks/" + name + (isMarkdown ? ".md" : ".json") }

    /// The file as it is written.
    var text: String {
      let groups = groups.map { group in
        QuestionGroup(
          title: group.title,
          questions: group.entries.map {
            Question(id: $0.id, prompt: $0.prompt, answer: $0.answer)
          })
      }
      return isMarkdown ? DeckMarkdown.text(of: groups) : DeckJSON.text(of: groups)
    }
  }

  /// The second half of an edit that takes two saves.
  private enum Rest {
    case remove(entry: Int)
    case add(Entry, toGroup: Int)
    case removeGroup(Int)
    case checkOut([File])
  }

  /// What an author does.
  enum Edit: CaseIterable {
    // To the same questions.
    case reorder, fixTypo, respell, addRemark, addAnswer, name, move, moveBefore, moveAfter, swap
    case renameGroup, copyGroup, splitGroup, mergeGroup, renameFile, changeFormat, checkOut
    // To other questions.
    case insert, remove, putBack, replace, contrast, reword
  }

  private(set) var files: [File] = []
  /// How many edits were made.
  private(set) var edits = 0
  /// The questions that gave way, in their place, to another or to other words: they may be asked about.
  private(set) var changed: Set<Int> = []
  /// What was done, an edit a line.
  private(set) var diary: [String] = []
  private(set) var generator: SeededGenerator
  private var rest: [Rest] = []
  private var history: [[File]] = []
  private var removed: [Entry] = []
  private var texts: Set<String> = []
  private var number = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for file in 0..<2 {
      var groups: [Group] = []
      for _ in 0..<2 {
        let entries = (0..<7).map { _ in newEntry() }
        groups.append(Group(key: next(), title: "Group \(next())", entries: entries))
      }
      files.append(File(name: "file\(file)", isMarkdown: file == 1, groups: groups))
    }
  }

  /// The questions with the titles of their groups.
  var placed: [(group: String, entry: Entry)] {
    files.flatMap { $0.groups.flatMap { group in group.entries.map { (group.title, $0) } } }
  }

  mutating func isLucky(_ share: Int, in whole: Int) -> Bool {
    Int.random(in: 1...whole, using: &generator) <= share
  }

  /// Does something before the next save, after what it had left for that.
  mutating func edit() {
    history.append(files)
    let before = rest
    rest = []
    for rest in before { finish(rest) }
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      edits += 1
      make(generator.element(of: Edit.allCases))
    }
    for index in files.indices { files[index].groups.removeAll { $0.entries.isEmpty } }
  }

  private mutating func finish(_ rest: Rest) {
    switch rest {
    case .remove(let key):
      change { entries in entries.removeAll { $0.key == key } }
    case .add(let entry, let group):
      if !change(group: group, { $0.append(entry) }) { removed.append(entry) }
    case .removeGroup(let key):
      for index in files.indices { files[index].groups.removeAll { $0.key == key } }
    case .checkOut(let newest): files = newest
    }
  }

  // MARK: - Edits

  private mutating func make(_ edit: Edit) {
    guard let place = place() else { return insertSomewhere(newEntry()) }
    let group = files[place.file].groups[place.group]
    let entry = group.entries[place.entry]
    diary.append("\(history.count) \(edit) \(group.title)/\(entry.prompt)")
    switch edit {
    case .reorder:
      files[place.file].groups[place.group].entries.shuffle(using: &generator)
    case .fixTypo: rewrite(place, prompt: typo(in: entry.prompt), answer: entry.answer)
    case .respell: rewrite(place, prompt: entry.prompt + "!", answer: entry.answer.capitalized)
    case .addRemark where !entry.answer.contains("("):
      rewrite(place, prompt: entry.prompt, answer: entry.answer + " (corrected)")
    case .addRemark: break
    case .addAnswer: rewrite(place, prompt: entry.prompt, answer: entry.answer + "; \(word())")
    case .name:
      if entry.id == nil {
        files[place.file].groups[place.group].entries[place.entry].id = "q\(next())"
      }
    case .move:
      remove(place)
      insertSomewhere(entry)
    case .moveBefore:
      // The copy first, and the original with the next save.
      guard group.entries.count > 1, let other = otherGroup(than: group.key) else { return }
      var copy = entry
      copy.key = next()
      if copy.id != nil { return }
      change(group: other) { $0.append(copy) }
      rest.append(.remove(entry: entry.key))
    case .moveAfter:
      guard group.entries.count > 1, let other = otherGroup(than: group.key) else { return }
      remove(place)
      rest.append(.add(entry, toGroup: other))
    case .swap:
      guard let other = self.place() else { return }
      let second = files[other.file].groups[other.group].entries[other.entry]
      files[place.file].groups[place.group].entries[place.entry] = second
      files[other.file].groups[other.group].entries[other.entry] = entry
    case .renameGroup: files[place.file].groups[place.group].title = "Title \(next())"
    case .copyGroup:
      guard group.entries.allSatisfy({ $0.id == nil }) else { return }
      let copies = group.entries.map { entry in
        var copy = entry
        copy.key = next()
        return copy
      }
      files[1 - place.file].groups.append(
        Group(key: next(), title: "Copy \(next())", entries: copies))
      rest.append(.removeGroup(group.key))
    case .splitGroup:
      let half = group.entries.count / 2
      guard half > 0 else { return }
      files[place.file].groups[place.group].entries = Array(group.entries[..<half])
      files[1 - place.file].groups.append(
        Group(
          key: next(), title: group.title + " part \(next())",
          entries: Array(group.entries[half...])))
    case .mergeGroup:
      guard let other = otherGroup(than: group.key) else { return }
      files[place.file].groups.remove(at: place.group)
      change(group: other) { $0 += group.entries }
    case .renameFile: files[place.file].name = "file\(next())"
    case .changeFormat: files[place.file].isMarkdown.toggle()
    case .checkOut:
      let newest = files
      files = generator.element(of: history)
      rest = [.checkOut(newest)]
    case .reword: break
    case .insert: insertSomewhere(newEntry())
    case .remove:
      removed.append(entry)
      remove(place)
    case .putBack: if let entry = removed.popLast() { insertSomewhere(entry) }
    case .replace: replace(place, by: newEntry())
    case .contrast: replace(place, by: contrast(to: entry))
    case .reword where rest.isEmpty:
      changed.insert(entry.truth)
      rewrite(place, prompt: entry.prompt, answer: word())
    }
  }

  private mutating func replace(_ place: Place, by new: Entry) {
    let old = files[place.file].groups[place.group].entries[place.entry]
    changed.insert(old.truth)
    removed.append(old)
    files[place.file].groups[place.group].entries[place.entry] = new
  }

  /// Gives a question other words, unless another question reads so.
  private mutating func rewrite(_ place: Place, prompt: String, answer: String) {
    var entry = files[place.file].groups[place.group].entries[place.entry]
    guard (prompt, answer) != (entry.prompt, entry.answer),
      texts.insert(prompt + "\u{0}" + answer).inserted
    else { return }
    (entry.prompt, entry.answer) = (prompt, answer)
    files[place.file].groups[place.group].entries[place.entry] = entry
  }

  /// Two neighboring letters of a long word swapped, as fingers do.
  private mutating func typo(in text: String) -> String {
    var words = text.split(separator: " ").map(Array.init)
    let long = words.indices.filter { words[$0].count >= 6 && words[$0].allSatisfy(\.isASCII) }
    guard let index = long.randomElement(using: &generator) else { return text }
    let first = Int.random(in: 2..<words[index].count - 2, using: &generator)
    words[index].swapAt(first, first + 1)
    return words.map { String($0) }.joined(separator: " ")
  }

  // MARK: - Questions

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private static let numbers = [
    ("一", "one"), ("二", "two"), ("三", "three"), ("四", "four"), ("五", "five"), ("六", "six"),
    ("七", "seven"), ("八", "eight"), ("九", "nine"),
  ]
  private static let contrasts = [
    ("日曜日", "Sunday"), ("月曜日", "Monday"), ("火曜日", "Tuesday"), ("お父さん", "father"),
    ("お母さん", "mother"), ("兄", "older brother"), ("姉", "older sister"), ("上", "up"),
    ("下", "down"), ("左", "left"), ("右", "right"), ("暑い", "hot"), ("熱い", "hot to touch"),
    ("小学生", "elementary school student"), ("中学生", "junior high school student"),
    ("午前八時", "eight in the morning"), ("午後八時", "eight in the evening"),
  ]

  /// A word that nobody has read before.
  private mutating func word() -> String {
    (0..<Int.random(in: 3...4, using: &generator)).map { _ in
      String(generator.element(of: Array("bcdfgklmnprstvz")))
        + String(generator.element(of: Array("aeiou")))
    }.joined()
  }

  /// A question like those of real decks: many resemble each other, in numbers, in one kanji, or in a
  /// shared side.
  private mutating func newEntry() -> Entry {
    while true {
      let text: (String, String)
      switch Int.random(in: 0...5, using: &generator) {
      case 0:
        let (tens, ones) = (
          generator.element(of: Self.numbers), generator.element(of: Self.numbers)
        )
        text = ("\(tens.0)十\(ones.0)人", "\(tens.1) tens and \(ones.1)")
      case 1: text = generator.element(of: Self.contrasts)
      case 2: text = (kanji() + kanji(), word())
      case 3: text = ("the \(word()) is \(word())", kana())
      case 4: text = (word(), "shared answer")
      default: text = (word(), word())
      }
      if texts.insert(text.0 + "\u{0}" + text.1).inserted {
        return Entry(truth: next(), key: next(), prompt: text.0, answer: text.1)
      }
    }
  }

  private mutating func kanji() -> String {
    String(generator.element(of: Array("山川田水火木金土人口手足目耳大小中外国語学校先生友本")))
  }

  private mutating func kana() -> String {
    (0..<5).map { _ in String(generator.element(of: Array("あいうえおかきくけこさすせそたちつてと"))) }
      .joined()
  }

  /// Another question that is hardly spelled otherwise.
  private mutating func contrast(to entry: Entry) -> Entry {
    var (prompt, answer) = (entry.prompt, entry.answer)
    if let index = Self.contrasts.firstIndex(where: { $0.0 == prompt }) {
      (prompt, answer) = Self.contrasts[(index + 1) % Self.contrasts.count]
    } else if let index = Self.numbers.firstIndex(where: { prompt.hasPrefix($0.0) }) {
      let other = Self.numbers[(index + 1) % Self.numbers.count]
      prompt = other.0 + prompt.dropFirst()
      answer = answer.replacing(Self.numbers[index].1, with: other.1, maxReplacements: 1)
    } else {
      answer = "not " + answer
    }
    guard texts.insert(prompt + "\u{0}" + answer).inserted else { return newEntry() }
    return Entry(truth: next(), key: next(), prompt: prompt, answer: answer)
  }

  // MARK: - Places

  private typealias Place = (file: Int, group: Int, entry: Int)

  private mutating func place() -> Place? {
    let places = files.indices.flatMap { file in
      files[file].groups.indices.flatMap { group in
        files[file].groups[group].entries.indices.map { (file, group, $0) }
      }
    }
    return places.randomElement(using: &generator)
  }

  private mutating func remove(_ place: Place) {
    files[place.file].groups[place.group].entries.remove(at: place.entry)
  }

  private mutating func insertSomewhere(_ entry: Entry) {
    guard let place = place() else {
      files[0].groups.append(Group(key: next(), title: "Group \(next())", entries: [entry]))
      return
    }
    files[place.file].groups[place.group].entries.insert(entry, at: place.entry)
  }

  private mutating func otherGroup(than key: Int) -> Int? {
    files.flatMap { $0.groups.map(\.key) }.filter { $0 != key }.randomElement(using: &generator)
  }

  private mutating func change(_ body: (inout [Entry]) -> Void) {
    for file in files.indices {
      for group in files[file].groups.indices { body(&files[file].groups[group].entries) }
    }
  }

  @discardableResult
  private mutating func change(group key: Int, _ body: (inout [Entry]) -> Void) -> Bool {
    for file in files.indices {
      for group in files[file].groups.indices where files[file].groups[group].key == key {
        body(&files[file].groups[group].entries)
        return true
      }
    }
    return false
  }
}
