import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleText

// MARK: - The questions of a deck

extension ReportTable {
  private typealias Placed = (group: String, number: Int, question: Question)

  /// The table of a group's questions, with a column for each value that one of them has.
  package init(_ group: QuestionGroup) {
    let questions = Self.placed([group])
    self.init("questions", group.title, of: questions) {
      Column("number", "#") { .count($0.number) }
      Self.fields(of: questions)
    }
  }

  /// One table of all groups' questions for programs, each with its group and every field.
  package init(questionsOf groups: [QuestionGroup]) {
    let questions = Self.placed(groups)
    self.init("questions", "", of: questions) {
      Column("group", "Group") { .text($0.group) }
      Column("number", "#") { .count($0.number) }
      Question.Field.allCases.map { Self.field($0).of { $0.question } }
    }
  }

  /// The column of a field, for programs: lists are lists, and prompt and answer have no furigana.
  package static func field(_ field: Question.Field) -> Column<Question> {
    Column(field.key, field.label) { question in
      switch field.kind {
      case .required: .text(RubyText(question.texts(field)[0]).base)
      case .text, .choice: .text(ifAny: question.texts(field).first)
      case .number(let path, _): .count(ifAny: question[keyPath: path])
      case .list, .directions, .example: .texts(ifAny: question.texts(field))
      }
    }
  }

  private static func placed(_ groups: [QuestionGroup]) -> [Placed] {
    groups.flatMap { group in
      group.questions.enumerated().map { (group.title, $0 + 1, $1) }
    }
  }

  /// The fields that any question has: prompt and answer first, what says where it is from last.
  private static func fields(of questions: [Placed]) -> [Column<Placed>] {
    let first: [Question.Field] = [
      .prompt, .cloze, .reading, .answer, .alternatives, .hint, .blocked, .furigana, .spellings,
    ]
    let last: [Question.Field] = [.directions, .typos, .tags, .source, .note, .id]
    let rest = Question.Field.allCases.filter { !first.contains($0) && !last.contains($0) }
    return (first + rest + last)
      .filter { field in questions.contains { $0.question.summary(field) != nil } }
      .map { field in
        Column(field.key, field.label) { .text(ifAny: $0.question.summary(field)) }
      }
  }
}

// MARK: - What changed between two versions

extension ReportTable {
  /// The table of what changed between two versions of a deck.
  package init(_ difference: DeckDifference) {
    self.init("changes", "", of: difference.changes) {
      Column("change", "Change") { .text($0.kind.rawValue) }
      Column("group", "Group") { .text($0.group) }
      Column("prompt", "Prompt") { .text(ifAny: $0.prompt) }
      Column("field", "Field") { .text($0.field) }
      Column("before", "Before") { .text(ifAny: $0.before) }
      Column("after", "After") { .text(ifAny: $0.after) }
    }
  }
}

// MARK: - Groups and courses

extension ReportTable {
  /// The groups with what there is to study in each and how much of it is known, and, if wanted, whether it is
  /// unlocked.
  package init(_ groups: [StepStanding], hasPath: Bool = false) {
    self.init("groups", "", of: groups) {
      // How many questions and cards there are, JSON and CSV say.
      Self.counts.filter { !["questions", "cards"].contains($0.heading.key) }
        .map { $0.of(\.counts) }
      Column("known", "Known") { .share($0.knowledge.share) }
      if hasPath { Column("path", "Path") { .text(Self.path(of: $0)) } }
    }
  }

  /// All groups, each with its course if it is of one.
  package init(list rows: [(course: String?, standing: StepStanding)]) {
    self.init("groups", "", of: rows) {
      Self.counts.map { $0.of(\.standing.counts) }
      Column("course", "Course") { .text(ifAny: $0.course) }
      Column("known", "Known") { .share($0.standing.knowledge.share) }
      Column("path", "Path") { .text($0.course == nil ? "" : Self.path(of: $0.standing)) }
    }
  }

  private static var counts: [Column<GroupCounts>] {
    [
      Column("group", "Group") { .text($0.title) },
      Column("questions", "Questions") { .count($0.questions) },
      Column("cards", "Cards") { .count($0.cards) },
      Column("new", "New") { .count($0.new) },
      Column("learning", "Learning") { .count($0.learning) },
      Column("due", "Due") { .count($0.due) },
      Column("accuracy", "Accuracy") { .share(ifAny: $0.score.runningPercentage) },
    ]
  }

  private static func path(of step: StepStanding) -> String {
    guard let first = step.waitsFor.first else {
      return step.knowledge.isKnown ? "known" : step.isOptional ? "optional" : "unlocked"
    }
    let others = step.waitsFor.count - 1
    return "locked: needs \(first)" + (others > 0 ? " and \(others) more" : "")
  }
}
