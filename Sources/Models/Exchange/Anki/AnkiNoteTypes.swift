import RabbleQuestions
import RabbleText

/// What the fields of a note type are for: by their names where it is one of those that many learners
/// have, else by the fields that its templates show on their fronts and backs.
struct AnkiNoteTypePlan {
  /// The role of each field.
  private(set) var roles: [ColumnRole]
  /// Whether Migaku fills the fields.
  let isOfMigaku: Bool
  /// What each template makes of the note, by its number.
  private(set) var cards: [Card] = []
  /// Which of the fields hold only sounds and pictures.
  let media: Set<Int>
  /// Those of them that hold sounds.
  private let sounds: Set<Int>
  /// The fields side by side that make up the prompt and the answer; the first has the role.
  private(set) var runs: [AnkiFieldRun] = []
  /// The fields that no card shows, and that only tell which cards there are: `Add Reverse`.
  let switches: Set<Int>
  private let templates: [AnkiTemplate]
  /// The fields whose names don't say what they are for.
  private let unnamed: Set<Int>
  /// Whether the learner says what the fields are for.
  private let isGiven: Bool
  /// Whether the names of the fields are those of a note type that many learners have.
  private var isKnown = false
  /// The fields on the front of the first template, where the prompt is made of all of them.
  private var frontFields: [Int] = []
  /// The templates whose questions have the whole front as their prompt.
  private var wholeFronts: Set<Int> = []

  /// What a template makes of a note.
  enum Card: Hashable {
    /// A direction of the note's question.
    case direction(Direction)
    /// A question of its own: its prompt and answer are the first of these fields that are not blank.
    case question(prompts: [Int], answers: [Int])
  }

  /// Plans a note type.
  ///
  /// - Parameters:
  ///   - type: the note type.
  ///   - sample: some of its notes.
  ///   - columns: what the learner says of its fields, by name; empty without a word.
  init(_ type: AnkiCollection.NoteType, sample: [[String]], columns: [String: ColumnRole] = [:]) {
    let names = type.fields
    isGiven = !columns.isEmpty
    isOfMigaku = AnkiFieldNames.areOfMigaku(names)
    templates = type.templates.map { AnkiTemplate($0, fields: names) }
    let filled = names.indices.map { index in
      sample.compactMap { index < $0.count && !$0[index].isBlank ? $0[index] : nil }
    }
    let blank = filled.map { $0.count { HTMLText($0).text.isBlank } }
    let mostly = Set(
      names.indices.filter { !filled[$0].isEmpty && blank[$0] * 5 >= filled[$0].count * 4 })
    let heard = mostly.filter { index in filled[index].contains { $0.contains("[sound:") } }
    let alone = templates.flatMap { Self.alone(on: $0, mostly) }
    // A picture in place of a text here and there leaves the others to be asked.
    media = mostly.filter {
      blank[$0] == filled[$0].count || heard.contains($0) || !alone.contains($0)
    }
    sounds = heard
    let shown = templates.flatMap { $0.front + $0.back + $0.typed + $0.hints + $0.spoken }
    switches = Set(templates.flatMap(\.conditions)).subtracting(shown)
    unnamed = Set(
      names.indices.filter { Self.role(of: names[$0], otherwise: .ignored) == .ignored })
    roles = Array(repeating: .ignored, count: names.count)
    if type.isCloze {
      planCloze(names)
    } else {
      planFields(names, sample)
    }
    if isGiven {
      take(columns, names)
    } else if !isKnown {
      joinFields()
      if !type.isCloze { takeFront() }
    }
    if !type.isCloze { planCards() }
  }

  /// The fields that a side of a template shows without any beside them but sounds and pictures.
  private static func alone(on template: AnkiTemplate, _ media: Set<Int>) -> [Int] {
    let back = (template.typed + template.back).filter { !template.front.contains($0) }
    return [template.front, back].filter { $0.allSatisfy(media.contains) }.flatMap { $0 }
  }

  /// Takes what the learner says: the roles of the named fields, which no other field has then.
  private mutating func take(_ columns: [String: ColumnRole], _ names: [String]) {
    let given = Set(columns.values)
    for (index, name) in names.enumerated() {
      if let role = columns[name] {
        roles[index] = role
      } else if given.contains(roles[index]) {
        roles[index] = .ignored
      }
    }
  }

  // MARK: - Fields

  private mutating func planCloze(_ names: [String]) {
    let text = templates.first?.clozes.first ?? 0
    guard roles.indices.contains(text) else { return }
    roles[text] = .field(.cloze)
    for index in templates.first?.back ?? [] where index != text && !media.contains(index) {
      roles[index] = Self.role(of: names[index], otherwise: .field(.note))
    }
    for index in templates.first?.hints ?? [] where index != text { roles[index] = .field(.hint) }
  }

  /// The fields of a cloze type whose blanks are cards, in the order of its front.
  var clozes: [Int] {
    let known = indices(of: .field(.cloze))
    return known + (templates.first?.clozes ?? []).filter { !known.contains($0) }
  }

  private mutating func planFields(_ names: [String], _ sample: [[String]]) {
    if let known = AnkiFieldNames.roles(of: names) {
      for (index, role) in known.enumerated() where !media.contains(index) { roles[index] = role }
      isKnown = roles.contains(.field(.prompt)) && roles.contains(.field(.answer))
      if isKnown { return }
    }
    roles = Array(repeating: .ignored, count: names.count)
    guard let first = templates.first else { return }
    let front = first.front.filter { !media.contains($0) }
    let back = (first.typed + first.back).filter { !media.contains($0) && !front.contains($0) }
    let prompt = front.first ?? back.first
    // A back that only shows the front again has nothing to answer with.
    let answer = answer(
      among: back.filter { $0 != prompt }, typed: first.typed, to: prompt, names)
    for index in front.dropFirst() + back where index != answer && index != prompt {
      roles[index] = Self.role(of: names[index], otherwise: .field(.note))
    }
    if let answer { roles[answer] = .field(.answer) }
    if let prompt { roles[prompt] = .field(.prompt) }
    if let prompt, let answer, front.contains(prompt), !Self.isJapanese(prompt, in: sample),
      Self.isJapanese(answer, in: sample),
      back.contains(where: { Self.ofJapanese.contains(roles[$0]) })
    {
      // The reading belongs to the word, whichever of the two the first card asks for.
      roles.swapAt(prompt, answer)
    }
    for index in first.hints where index != prompt && index != answer {
      roles[index] = .field(.hint)
    }
  }

  /// The field of the back that is asked for: the one that is typed; else by its name a meaning, or a word where the
  /// front is a meaning; else the first whose name doesn't say that it is a reading, a part of speech or the like.
  private func answer(
    among back: [Int], typed: [Int], to prompt: Int?, _ names: [String]
  ) -> Int? {
    func isCalled(_ field: Question.Field, _ index: Int) -> Bool {
      ColumnRole(name: names[index]) == .field(field)
    }
    let asksForWord = prompt.map { isCalled(.answer, $0) } ?? false
    return back.first { typed.contains($0) && unnamed.contains($0) }
      ?? (asksForWord ? back.first { isCalled(.prompt, $0) } : nil)
      ?? back.first { isCalled(.answer, $0) } ?? back.first(where: unnamed.contains) ?? back.first
  }

  /// The roles of what belongs to a prompt in Japanese.
  private static let ofJapanese: Set<ColumnRole> = [
    .field(.reading), .field(.furigana), .field(.romaji), .field(.pitch),
  ]

  /// Whether most notes have kanji or kana in a field.
  private static func isJapanese(_ field: Int, in sample: [[String]]) -> Bool {
    let texts = sample.compactMap {
      field < $0.count && !$0[field].isBlank ? HTMLText($0[field]).text : nil
    }
    let count = texts.count { text in
      text.contains { $0.isKana || $0.unicodeScalars.contains(where: \.properties.isIdeographic) }
    }
    return count * 2 > texts.count
  }

  /// Joins the fields that the first template shows beside the prompt and the answer to them.
  private mutating func joinFields() {
    guard let first = templates.first else { return }
    for role in [ColumnRole.field(.prompt), .field(.answer)] {
      guard let index = indices(of: role).first else { continue }
      let run = run(from: index, on: first, isAnswer: !first.front.contains(index)) {
        unnamed.contains($0) && roles[$0] == .field(.note)
      }
      guard let run else { continue }
      for further in run.fields.dropFirst() { roles[further] = .ignored }
      runs.append(run)
    }
  }

  /// Makes the prompt of the whole front of the first template, where it shows fields whose names don't say
  /// what they are for and that can't be joined: without its sentence or its choices, a card asks something
  /// else than in Anki, or the same as another.
  private mutating func takeFront() {
    guard let first = templates.first, let prompt = indices(of: .field(.prompt)).first,
      first.front.contains(prompt)
    else { return }
    let further = first.front.filter {
      $0 != prompt && unnamed.contains($0) && roles[$0] == .field(.note)
    }
    guard !further.isEmpty else { return }
    let joined = runs.first { $0.fields.first == prompt }?.fields ?? [prompt]
    frontFields = first.front.filter { joined.contains($0) || further.contains($0) }
    runs.removeAll { $0.fields.first == prompt }
    for index in further { roles[index] = .ignored }
  }

  /// The fields of a note as its question takes them: those side by side joined, and the front of the first
  /// template as the prompt where that is made of more than one.
  func joined(_ note: [String]) -> [String] {
    var fields = runs.reduce(note) { $1.joined($0) }
    guard !frontFields.isEmpty, let prompt = indices(of: .field(.prompt)).first,
      prompt < note.count, !note[prompt].isBlank
    else { return fields }
    let shown = note.indices.map { frontFields.contains($0) ? note[$0] : "" }
    fields[prompt] = templates[0].front(of: shown)
    return fields
  }

  /// The fields that others have taken up.
  var joinedFields: [Int] { runs.flatMap(\.fields) + frontFields }

  /// The fields that a template shows side by side from one of them on, as far as `isPart` holds.
  private func run(
    from index: Int, on template: AnkiTemplate, isAnswer: Bool, while isPart: (Int) -> Bool
  ) -> AnkiFieldRun? {
    guard !template.typed.contains(index) else { return nil }
    for run in isAnswer ? template.backRuns : template.frontRuns {
      let part = run.part(from: index) {
        !media.contains($0) && !(isAnswer && template.front.contains($0)) && isPart($0)
      }
      if let part { return part }
    }
    return nil
  }

  /// The fields side by side that a card asks with, and those that it asks for, when it becomes a question
  /// of its own.
  func runs(ofCard ordinal: Int, prompt: Int, answer: Int) -> [AnkiFieldRun] {
    guard !isKnown, case .question = cards[ordinal] else { return [] }
    let template = templates[ordinal]
    return [
      run(from: prompt, on: template, isAnswer: false) { $0 != answer },
      run(from: answer, on: template, isAnswer: true) { unnamed.contains($0) },
    ].compactMap { $0 }
  }

  /// What a further field is for, by its name.
  private static func role(of name: String, otherwise role: ColumnRole) -> ColumnRole {
    switch ColumnRole(name: name) {
    case .field(.prompt)?, .field(.answer)?, .field(.cloze)?, .field(.id)?, .field(.directions)?,
      .field(.typos)?, .group?, .field(.alternatives)?, .field(.blocked)?, nil:
      role
    case let known?: known
    }
  }

  // MARK: - Cards

  /// The templates that ask with the same fields as another one, but in other words, as “Capital of
  /// {{Country}}” and “Currency of {{Country}}”: without the words, their cards look the same.
  private func toldByWords(_ directions: [Direction?]) -> Set<Int> {
    let asking = templates.indices.filter { index in
      let isNamed = directions[index] == .reading || directions[index] == .listening
      return !isNamed && templates[index].front.contains { !media.contains($0) }
    }
    return Set(
      asking.filter { index in
        let template = templates[index]
        return !template.words.isEmpty
          && asking.contains {
            templates[$0].front == template.front && templates[$0].words != template.words
          }
      })
  }

  /// The prompt of a card that is a question of its own, in HTML, and the fields in it, where the words of
  /// its front belong to it.
  func wholeFront(ofCard ordinal: Int, _ note: [String]) -> (text: String, fields: [Int])? {
    guard wholeFronts.contains(ordinal) else { return nil }
    return (templates[ordinal].front(of: note), templates[ordinal].front)
  }

  private mutating func planCards() {
    let directions = templates.indices.map { direction(templates[$0], isFirst: $0 == 0) }
    wholeFronts = toldByWords(directions)
    if isUnshown(indices(of: .field(.prompt))) || isUnshown(indices(of: .field(.answer))) {
      wholeFronts.remove(0)
    }
    let answers = indices(of: .field(.answer))
    var taken: Set<Direction> = []
    cards = zip(templates, directions).enumerated().map { index, pair in
      let (template, direction) = pair
      if let direction, !wholeFronts.contains(index), taken.insert(direction).inserted {
        return .direction(direction)
      }
      let texts = template.front.filter { !media.contains($0) }
      if !isKnown, !isGiven, asksMore(template, texts) { wholeFronts.insert(index) }
      let asked = (template.typed + template.back).filter { !media.contains($0) }
      let others = asked.filter { !texts.contains($0) }
      let meanings = others.filter { roles[$0] == .exampleMeaning }
      let isSentence = texts.first.map {
        roles[$0] == .field(.example) || roles[$0] == .exampleReading
      }
      let wanted = isSentence ?? false ? meanings : []
      return .question(
        prompts: texts, answers: wanted + others.filter { answers.contains($0) } + others)
    }
  }

  /// Whether a front shows fields whose names don't say what they are for beside its first, and can't be joined to
  /// it: `{{Verb}} ({{Person}})`.
  private func asksMore(_ template: AnkiTemplate, _ shown: [Int]) -> Bool {
    let asking = shown.filter(unnamed.contains)
    guard asking.count > 1, let first = shown.first else { return false }
    let run = run(from: first, on: template, isAnswer: false) { _ in true }
    return !asking.allSatisfy { run?.fields.contains($0) ?? false }
  }

  /// Whether the learner names fields that no template shows.
  private func isUnshown(_ fields: [Int]) -> Bool {
    isGiven && !fields.isEmpty
      && !templates.contains { ($0.front + $0.typed + $0.back).contains(where: fields.contains) }
  }

  /// The direction of the note's question in which a template asks; `nil` if it asks something else. The
  /// first one asks what the learner names even where no card shows it.
  private func direction(_ template: AnkiTemplate, isFirst: Bool) -> Direction? {
    let prompts = indices(of: .field(.prompt))
    let answers = indices(of: .field(.answer))
    if isFirst, isUnshown(prompts) || isUnshown(answers) { return .recognition }
    let shown = prompts + indices(of: .field(.furigana))
    let texts = template.front.filter { !media.contains($0) }
    let asked = (template.typed + template.back).filter { !media.contains($0) }
    if texts.contains(where: shown.contains) {
      let asksReading =
        template.typed.contains { roles[$0] == .field(.reading) }
        || !asked.contains(where: answers.contains)
          && asked.contains { roles[$0] == .field(.reading) }
      return asksReading ? .reading : asked.contains(where: answers.contains) ? .recognition : nil
    }
    if texts.contains(where: answers.contains) {
      return asked.contains(where: shown.contains) ? .production : nil
    }
    // A picture alone asks nothing here.
    let isHeard = template.front.contains(where: sounds.contains) || !template.spoken.isEmpty
    return texts.isEmpty && isHeard ? .listening : nil
  }

  /// The fields of which a card that becomes a question of its own has its prompt, and those of which it
  /// has its answer.
  func sides(ofCard ordinal: Int) -> (prompts: [Int], answers: [Int]) {
    switch cards[ordinal] {
    case .question(let prompts, let answers): (prompts, answers)
    case .direction(.production): (indices(of: .field(.answer)), indices(of: .field(.prompt)))
    case .direction(.reading): (indices(of: .field(.prompt)), indices(of: .field(.reading)))
    case .direction: (indices(of: .field(.prompt)), indices(of: .field(.answer)))
    }
  }

  /// The fields that have a role.
  func indices(of role: ColumnRole) -> [Int] {
    roles.indices.filter { roles[$0] == role }
  }

  // MARK: - Empty fields

  /// The plan for a note in which some fields are empty: its prompt and its answer are the first filled
  /// fields that its templates show in their place, as with `{{^Kanji}}{{Kana}}{{/Kanji}}`.
  func fitted(to isFilled: (Int) -> Bool) -> AnkiNoteTypePlan {
    if isGiven { return self }
    let sides = zip(templates, cards).compactMap {
      template, card -> (prompt: [Int], answer: [Int])? in
      let front = template.front.filter { !media.contains($0) }
      let back = (template.typed + template.back).filter {
        !media.contains($0) && !front.contains($0)
      }
      switch card {
      case .direction(.recognition): return (front, back)
      case .direction(.production): return (back, front)
      default: return nil
      }
    }
    var plan = self
    let wanted: [(role: ColumnRole, orElse: ColumnRole, shown: [Int])] = [
      (.field(.prompt), .field(.furigana), sides.flatMap(\.prompt)),
      (.field(.answer), .field(.answer), sides.flatMap(\.answer)),
    ]
    for (role, orElse, shown) in wanted {
      let known = plan.indices(of: role) + plan.indices(of: orElse)
      if known.contains(where: isFilled) { continue }
      let taken = plan.indices(of: .field(.prompt)) + plan.indices(of: .field(.answer))
      if let index = shown.first(where: { !taken.contains($0) && isFilled($0) }) {
        plan.roles[index] = role
      }
    }
    return plan
  }

  /// The roles in words: `prompt=Article + Noun, answer=Meaning`.
  func text(_ names: [String]) -> String {
    zip(roles, names.indices).filter { $0.0 != .ignored }.map { role, index in
      let isFront = role == .field(.prompt) && !frontFields.isEmpty
      let fields =
        isFront ? frontFields : runs.first { $0.fields.first == index }?.fields ?? [index]
      return "\(role.name)=" + fields.map { names[$0] }.joined(separator: " + ")
    }.joined(separator: ", ")
  }
}
