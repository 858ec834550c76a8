import RabbleTestSupport
import Testing

@testable import RabbleDecks

struct CourseLoaderTests {
  private func load(_ text: String, _ titles: [String] = ["A", "B", "C"]) -> CourseFile {
    CourseLoader(titles: titles).parse(Array(text.utf8), path: "course.json")
  }

  @Test func `a course has its steps in the order of the file`() {
    let file = load(
      """
      {"title": "Letters", "description": "All of them.", "language": "la", "steps": [
        {"group": "B"},
        {"group": "A", "after": []},
        {"group": "C", "after": ["A", "B", "A"], "colour": "red"}
      ]}
      """)
    #expect(
      file.course
        == Course(
          title: "Letters", description: "All of them.", language: "la",
          steps: [
            .init(group: "B"), .init(group: "A"), .init(group: "C", after: ["A", "B"]),
          ]))
    #expect(file.faults.isEmpty)
  }

  @Test func `what can't be used is named where it stands, and the rest goes on`() {
    let file = load(
      """
      {"title": "Letters", "steps": [
        {"group": "Aa"},
        {"group": "A", "after": ["B"]},
        {"group": "A"},
        {"after": ["A"]},
        "B",
        {"group": "B", "after": "A"},
        {"group": "C", "after": ["A", 7]},
        {"group": "Alphabet"}
      ]}
      """)
    #expect(
      file.course?.steps == [
        .init(group: "A"), .init(group: "B"), .init(group: "C", after: ["A"]),
      ])
    #expect(
      file.faults.map(\.description) == [
        "course.json:2:13: error: no deck beside it has the group \"Aa\"; did you mean \"A\"?",
        "course.json:3:28: warning: no earlier step has the group \"B\"; name only groups of "
          + "earlier steps, or move this step after them",
        "course.json:4:13: warning: the group \"A\" is already the step on line 3; keep one of them",
        "course.json:5:3: error: there is no \"group\"; add one",
        "course.json:6:3: error: \"steps\" is a text in quotation marks, but must be an object {…}; "
          + "correct it",
        "course.json:7:27: warning: \"after\" is a text in quotation marks, but must be an array "
          + "[…]; correct it",
        "course.json:8:33: warning: \"after\" is a number, but must be a text in quotation marks; "
          + "put it in quotation marks",
        "course.json:9:13: error: no deck beside it has the group \"Alphabet\"; remove it, or "
          + "add a deck",
      ])
  }

  @Test(arguments: [
    ("[]", "course.json:1:1: error: this is a deck, not a course; give the deck another name"),
    (
      #"{"title": "T", "questions": []}"#,
      "course.json:1:1: error: this is a deck, not a course; give the deck another name"
    ),
    (#"{"title": "T"}"#, "course.json:1:1: error: there is no \"steps\"; add one"),
    (
      #"{"title": "T", "steps": []}"#,
      "course.json:1:25: error: there are no steps; write one, {\"group\": \"…\", \"after\": []}"
    ),
    (
      #"{"title": " ", "steps": [{"group": "A"}]}"#,
      "course.json:1:11: error: \"title\" is empty; write a text"
    ),
  ])
  func `a file that is no course is named, and there is none`(text: String, fault: String) {
    let file = load(text)
    #expect(file.course == nil)
    #expect(file.faults.map(\.description) == [fault])
  }

  @Test func `a course says how many new cards a group brings in a day`() {
    func course(_ number: String) -> CourseFile {
      load(#"{"title": "T", "new_per_group": \#(number), "steps": [{"group": "A"}]}"#)
    }
    #expect(course("8").course?.newPerGroup == 8 && course("8").faults.isEmpty)
    #expect(course("null").course?.newPerGroup == nil && course("null").faults.isEmpty)
    for number in ["0", "-3", "2.5", "1001"] {
      #expect(course(number).course?.newPerGroup == nil)
      #expect(
        course(number).faults.map(\.description) == [
          "course.json:1:33: warning: \"new_per_group\" is not a whole number of cards; write one "
            + "from 1 to 1000, or remove it"
        ])
    }
    #expect(course("\"8\"").course?.steps.count == 1)
    #expect(course("\"8\"").faults.count == 1)
  }

  @Test func `a course says where whoever knows some groups begins`() {
    let file = load(
      """
      {"title": "T", "starting_points": [
        {"title": "I know A and C", "known": ["A", "C", "A"]}, {"title": "All", "known": ["A", "B", "C"]}
      ], "steps": [{"group": "A"}]}
      """)
    #expect(
      file.course?.startingPoints == [
        .init(title: "I know A and C", known: ["A", "C"]),
        .init(title: "All", known: ["A", "B", "C"]),
      ])
    #expect(file.faults.isEmpty)
    for none in ["null", "[]"] {
      let file = load(
        #"{"title": "T", "starting_points": \#(none), "steps": [{"group": "A"}]}"#)
      #expect(file.course?.startingPoints == [] && file.faults.isEmpty)
    }
  }

  @Test func `what can't be used of a starting point is named, and the rest goes on`() {
    let file = load(
      """
      {"title": "T", "starting_points": [
        {"title": "Some", "known": ["Aa", "A", 7, "Alphabet"]},
        {"known": ["A"]},
        {"title": "None"},
        {"title": "Text", "known": "A"},
        {"title": "Empty", "known": []},
        "A"
      ], "steps": [{"group": "A"}]}
      """)
    #expect(file.course?.startingPoints == [.init(title: "Some", known: ["A"])])
    #expect(file.course?.steps.count == 1)
    #expect(
      file.faults.map(\.description) == [
        "course.json:2:31: warning: no deck beside it has the group \"Aa\"; did you mean \"A\"?",
        "course.json:2:42: warning: \"known\" is a number, but must be a text in quotation marks; "
          + "put it in quotation marks",
        "course.json:2:45: warning: no deck beside it has the group \"Alphabet\"; remove it, or add "
          + "a deck",
        "course.json:3:3: warning: there is no \"title\"; add one",
        "course.json:4:3: warning: there is no \"known\"; add one",
        "course.json:5:30: warning: \"known\" is a text in quotation marks, but must be an array […]; "
          + "correct it",
        "course.json:6:31: warning: the starting point has no known group; name the groups that are "
          + "known there, or remove the starting point",
        "course.json:7:3: warning: \"starting_points\" is a text in quotation marks, but must be an "
          + "object {…}; correct it",
      ])
    let text = load(#"{"title": "T", "starting_points": "A", "steps": [{"group": "A"}]}"#)
    #expect(text.course?.startingPoints == [] && text.faults.count == 1)
  }

  @Test func `a renamed group has its new title in the steps and starting points of a course`() {
    let course =
      #"{"title": "A", "starting_points": [{"title": "A", "known": ["B", "A"]}], "steps": [{"group": "A"}, {"group": "B", "after": ["A"]}]}"#
    let renamed =
      #"{"title": "A", "starting_points": [{"title": "A", "known": ["B", "C"]}], "steps": [{"group": "C"}, {"group": "B", "after": ["C"]}]}"#
    let bytes = CourseLoader.renaming("A", to: "C", in: Array(course.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == renamed)
  }

  @Test func `any cut and any changed byte of a course is survived`() {
    let text = Array(
      #"{"title": "T", "steps": [{"group": "A"}, {"group": "B", "after": ["A"]}]}"#.utf8)
    let loader = CourseLoader(titles: ["A", "B"])
    var generator = SeededGenerator(seed: 5)
    for end in text.indices {
      let cut = loader.parse(Array(text[..<end]), path: "course.json")
      #expect(cut.course == nil && !cut.faults.isEmpty)
    }
    for _ in 0..<2000 {
      var changed = text
      changed[Int.random(in: changed.indices, using: &generator)] =
        UInt8.random(in: .min ... .max, using: &generator)
      let file = loader.parse(changed, path: "course.json")
      #expect(file.course != nil || !file.faults.isEmpty)
      var before: Set<String> = []
      for step in file.course?.steps ?? [] {
        #expect(before.isSuperset(of: step.after))
        before.insert(step.group)
      }
    }
  }

  @Test func `a course is found beside the decks and is none of them`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.json", "course.json", "sub/b.json", "sub/course.json"] {
      try folder.write(name)
    }
    let found = DeckFolder.files(in: folder.path)
    #expect(found.files == ["a.json", "sub/b.json"].map { folder.path + "/" + $0 })
    #expect(found.courses == ["course.json", "sub/course.json"].map { folder.path + "/" + $0 })
    #expect(CourseLoader(titles: []).load(path: folder.path + "/no").faults.count == 1)
  }
}
