import Testing

@testable import RabbleDecks

struct DeckFaultTextTests {
  @Test(arguments: [
    ("{\"prompt\": \"二\"}", "4:1: error: % there is no \"answer\"; add one"),
    (
      "{\"promt\": \"二\", \"answer\": \"ni\"}",
      "4:1: error: % there is no \"prompt\"; did you misspell it as \"promt\"?"
    ),
    (
      "{\"Prompt\": \"二\", \"answer\": \"ni\"}",
      "4:1: error: % there is no \"prompt\"; did you misspell it as \"Prompt\"?"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": 2}",
      "4:27: error: % \"answer\" is a number, but must be a text in quotation marks; "
        + "put it in quotation marks"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": null}",
      "4:27: error: % \"answer\" is null, but must be a text in quotation marks; "
        + "write a text in quotation marks"
    ),
    (
      "{\"prompt\": \" \\u3000\", \"answer\": \"ni\"}",
      "4:12: error: % \"prompt\" is empty; write a text"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"\"}",
      "4:27: error: % \"answer\" is empty; write a text"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"ni\", \"hint\": [\"two\"]}",
      "4:41: error: % \"hint\" is an array […], but must be a text in quotation marks; "
        + "write a text in quotation marks"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"ni\", \"tags\": 5}",
      "4:41: error: % \"tags\" is a number, but must be an array […] or a text in quotation marks; "
        + "put it in quotation marks"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"ni\", \"alternatives\": [\"futa\", true]}",
      "4:58: error: % \"alternatives[1]\" is true or false, but must be a text in quotation marks; "
        + "put it in quotation marks"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"ni\", \"id\": \"\"}",
      "4:39: error: % \"id\" is empty; write a text, or remove it"
    ),
    (
      "\"二\"",
      "4:1: error: % \"questions[1]\" is a text in quotation marks, but must be an object {…}; "
        + "correct it"
    ),
  ])
  func `a bad question is named and left out, the others stay`(question: String, text: String) {
    let file = DeckText.parse(DeckText.withSecondQuestion(question))
    let expected = "d.json:" + text.replacing("%", with: "in \"Numbers\", question 2:")
    #expect(file.faults.map(\.description) == [expected])
    #expect(file.faults.map(\.consequence) == [.questionSkipped])
    #expect(file.groups.map { $0.questions.map(\.prompt) } == [["一"]])
  }

  @Test(arguments: [
    (
      "{\"prompt\": \"二\", \"answer\": \"ni\", \"answer\": \"futa\"}",
      "4:33: warning: % \"answer\" appears twice; keep one; the last one is used"
    ),
    (
      "{\"prompt\": \"二\", \"answer\": \"futa\", \"alternatives\": [\" \"]}",
      "4:52: warning: % \"alternatives[0]\" is empty; write a text, or remove it"
    ),
  ])
  func `what can be done without is named and passed over`(question: String, text: String) {
    let file = DeckText.parse(DeckText.withSecondQuestion(question))
    let expected = "d.json:" + text.replacing("%", with: "in \"Numbers\", question 2:")
    #expect(file.faults.map(\.description) == [expected])
    #expect(file.groups.map { $0.questions.map(\.answer) } == [["ichi", "futa"]])
  }

  @Test func `the second of two questions with one id is left out`() {
    let text = DeckText.withSecondQuestion(
      """
      {"prompt": "二", "answer": "ni", "id": "n2"},
      {"prompt": "三", "answer": "san",
       "id": "n2"}
      """
    )
    let file = DeckText.parse(text)
    #expect(
      file.faults.map(\.description) == [
        "d.json:6:8: error: in \"Numbers\", question 3: the id \"n2\" is already used by the question "
          + "on line 4; give each question its own id"
      ]
    )
    #expect(file.groups.map { $0.questions.map(\.prompt) } == [["一", "二"]])
  }

  @Test func `a question that stands twice is asked once`() {
    let file = DeckText.parse(
      DeckText.withSecondQuestion("{\"answer\": \"ichi\", \"prompt\": \"一\"}")
    )
    #expect(
      file.faults.map(\.description) == [
        "d.json:4:1: warning: in \"Numbers\", question 2: the question on line 3 has the same "
          + "prompt and answer; remove one of them"
      ]
    )
    #expect(file.groups.map(\.questions.count) == [1])
  }

  @Test(arguments: [
    ("", "1:1: error: the file is empty; %", true),
    (" \n\t\r\n", "1:1: error: the file is empty; %", true),
    ("[]", "1:1: error: there is no group in the file; %", true),
    (
      "7",
      "1:1: error: the file is a number, but must be an array […] or an object {…}; "
        + "put the groups into an array […]", true
    ),
    (
      "[{\"prompt\": \"a\", \"answer\": \"b\"}, {\"prompt\": \"c\", \"answer\": \"d\"}]",
      "1:2: error: this question and 1 more are outside a group; "
        + "put it into the \"questions\" of a group, {\"title\": \"…\", \"questions\": […]}", true
    ),
    (
      "{\"prompt\": \"a\", \"answer\": \"b\"}",
      "1:1: error: this question is outside a group; "
        + "put it into the \"questions\" of a group, {\"title\": \"…\", \"questions\": […]}", true
    ),
    (
      "[\"A\"]",
      "1:2: error: in group 1: \"[0]\" is a text in quotation marks, but must be an object {…}; "
        + "correct it", false
    ),
    (
      "[{\"questions\": [{\"prompt\": \"a\", \"answer\": \"b\"}]}]",
      "1:2: error: in group 1: there is no \"title\"; add one", false
    ),
    ("[{\"title\": \"A\"}]", "1:2: error: in \"A\": there is no \"questions\"; add one", false),
    (
      "[{\"title\": \"A\", \"question\": []}]",
      "1:2: error: in \"A\": there is no \"questions\"; "
        + "did you misspell it as \"question\"?", false
    ),
    (
      "[{\"title\": \"A\", \"questions\": {}}]",
      "1:30: error: in \"A\": \"questions\" is an object {…}, but must be an array […]; correct it",
      false
    ),
    (
      "[{\"title\": \"A\", \"questions\": []}]",
      "1:30: warning: in \"A\": there are no questions; "
        + "write one, {\"prompt\": \"…\", \"answer\": \"…\"}", false
    ),
  ])
  func `a file or group that cannot be used is named`(text: String, end: String, isFatal: Bool) {
    let advice = "write %{\"title\": \"…\", \"questions\": […]}"
    let expected = end.replacing(
      "%",
      with: text == "[]" ? advice.replacing("%", with: "one, ") : emptyAdvice
    )
    let file = DeckText.parse(text)
    #expect(file.faults.map(\.description) == ["d.json:" + expected])
    #expect(file.faults.map(\.isFatal) == [isFatal])
    #expect(file.groups.isEmpty)
  }

  private let emptyAdvice =
    "write a group, {\"title\": \"…\", \"questions\": […]}, or remove the file"

  @Test func `text that is not UTF-8 is named at its byte`() {
    let faults = { (bytes: [UInt8]) in
      DeckLoader().parse(bytes, path: "d.json").faults.map(\.description)
    }
    #expect(
      faults(Array("[\n \"日".utf8) + [0x82, 0xA0]) == [
        "d.json:2:4: error: the byte 0x82 is not UTF-8; save the file as UTF-8"
      ]
    )
    #expect(
      faults([0x5B, 0xC0, 0x80]) == [
        "d.json:1:2: error: the byte 0xC0 is not UTF-8; save the file as UTF-8"
      ]
    )
    let utf16 =
      "d.json:1:1: error: the text is UTF-16, not UTF-8; save the file as UTF-8"
    #expect(faults([0xFF, 0xFE, 0x5B, 0]) == [utf16])
    #expect(faults([0xFE, 0xFF, 0, 0x5B]) == [utf16])
    #expect(faults([0x5B, 0, 0x5D, 0]) == [utf16])
    #expect(faults([0, 0x5B, 0, 0x5D]) == [utf16])
    let utf32 = utf16.replacing("UTF-16", with: "UTF-32")
    #expect(faults([0xFF, 0xFE, 0, 0, 0x5B, 0, 0, 0]) == [utf32])
    #expect(faults([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x5B]) == [utf32])
    #expect(faults([0x5B, 0, 0, 0, 0x5D, 0, 0, 0]) == [utf32])
    #expect(faults([0, 0, 0, 0x5B, 0, 0, 0, 0x5D]) == [utf32])
  }

  @Test(arguments: [
    (FileFault.notFound, "no such file or folder; check the name"),
    (
      .permissionDenied,
      "you don't have permission to read it; give yourself the permission (chmod u+r)"
    ),
    (.isDirectory, "it is a folder, not a deck file; name a .json or .md file in it"),
    (.notDirectory, "it is not a folder; name the folder that holds the decks"),
    (.notRegularFile, "it is a device, pipe or socket, not a file; save the deck as a file"),
    (
      .symbolicLinkLoop,
      "its symbolic links form a loop; make the link point to the file"
    ),
    (
      .tooLarge(bytes: 104_857_600, limit: 67_108_864),
      "it has 104857600 bytes, more than the limit of 67108864; split it into several files"
    ),
    (
      .unreadable(reason: "Input/output error"),
      "it cannot be read (Input/output error); check the disk, or restore a copy"
    ),
    (
      .tooManyFiles(limit: 100_000, depth: 32),
      """
      the search stopped here: a deck folder may hold at most 100000 files and folders, nested at \
      most 32 deep; keep decks in a folder of their own
      """
    ),
  ])
  func `a file that cannot be read is named without line and column`(
    reason: FileFault,
    text: String
  ) {
    let fault = DeckFault(path: "a\u{1B}[2J\n.json", kind: .file(reason), consequence: .fileSkipped)
    #expect(fault.description == "a\\u{1B}[2J\\u{A}.json: error: " + text)
    #expect(fault.isFatal)
  }

  @Test(arguments: [
    "3", "{\"correct_count\": 1.5}", "{\"incorrectCount\": -1}", "{\"correct_count\": \"3\"}",
  ])
  func `a malformed score is passed over`(score: String) {
    let file = DeckText.parse(
      "{\"title\": \"A\", \"score\": \(score), "
        + "\"questions\": [{\"prompt\": \"a\", \"answer\": \"b\"}]}"
    )
    #expect(file.faults.map(\.kind) == [.malformedScore])
    #expect(
      file.faults.map { String($0.description.drop { $0 != " " }) } == [
        " warning: in \"A\": \"score\" must hold two whole numbers; it is ignored; "
          + "write {\"correct_count\": 0, \"incorrect_count\": 0}, or remove it"
      ]
    )
    #expect(file.groups.map(\.score) == [nil])
  }

  @Test func `thousands of faults are counted, not listed`() {
    let text = "[" + String(repeating: "0,", count: 99_999) + "0]"
    let file = DeckLoader(faultLimit: 10).parse(Array(text.utf8), path: "d.json")
    #expect(file.faults.count == 11)
    #expect(
      file.faults.last?.description
        == "d.json: error: there are 99990 more problems; fix the ones above first"
    )
  }

  @Test func `faults come in the order of their places`() {
    let text = """
      [{"title": "A", "language": 1, "questions": [
      {"answer": "", "prompt": ""}], "score": 1},
      {"description": false, "title": "", "questions": 1}]
      """
    let places = DeckText.parse(text).faults.map { [$0.line ?? 0, $0.column ?? 0] }
    #expect(places == [[1, 29], [2, 12], [2, 26], [2, 41], [3, 17], [3, 33], [3, 50]])
  }

  @Test func `the key of a wrong value says where it stands in the JSON`() {
    let file = DeckText.parse(
      DeckText.withSecondQuestion("{\"prompt\": \"二\", \"answer\": {}}")
    )
    #expect(
      file.faults.map(\.kind) == [
        .wrongType(expected: [.string], found: .object, key: "[0].questions[1].answer")
      ]
    )
  }
}
