import RabbleText
import Testing

@testable import RabbleDecks

struct SyntaxFaultTextTests {
  @Test(arguments: [
    (
      "[\n  {\"title\": \"A\"\n   \"questions\": []}\n]",
      "2:16: error: a comma is missing here; put one between the two values"
    ),
    (
      "[1, 2 3]",
      "1:6: error: a comma is missing here; put one between the two values"
    ),
    (
      "[{\"a\": 1},\n]",
      "1:10: error: extra comma before the closing ]; remove it"
    ),
    (
      "{\"title\": \"A\", }",
      "1:14: error: extra comma before the closing }; remove it"
    ),
    (
      "{\"title\" \"A\"}",
      "1:9: error: a colon is missing after the key; write \"key\": value"
    ),
    (
      "{\"title\": , \"questions\": []}",
      "1:11: error: a value is missing before the ,; write the value, or remove its key or comma"
    ),
    (
      "[1,,2]",
      "1:4: error: a value is missing before the ,; write the value, or remove its key or comma"
    ),
    (
      "{\"title\":}",
      "1:10: error: a value is missing before the }; write the value, or remove its key or comma"
    ),
    (
      "{\"prompt\": \"犬,\n\"answer\": \"dog\"}",
      "1:12: error: the text that begins here has no end; close it with a quotation mark \""
    ),
    (
      "{\"prompt\": \"犬",
      "1:12: error: the text that begins here has no end; close it with a quotation mark \""
    ),
    (
      "{\"prompt\": \"first\nsecond\"}",
      "1:18: error: a text is broken over two lines; "
        + "write \\n for the line break, or close it with \""
    ),
    (
      "{\"prompt\": \"a\tb\"}",
      "1:14: error: the text has the control character \\u{9}; write it as \\t"
    ),
    (
      "{\"prompt\": \"a\u{1B}b\"}",
      "1:14: error: the text has the control character \\u{1B}; remove it"
    ),
    (
      "[\"日本\\q\"]",
      "1:5: error: \"\\q\" is not an escape of JSON; "
        + "write a backslash as \\\\; the others are \\\" \\/ \\b \\f \\n \\r \\t and \\u with 4 digits"
    ),
    (
      "[\"\\u12g4\"]",
      "1:3: error: \"\\u12\" is not an escape of JSON; "
        + "write a backslash as \\\\; the others are \\\" \\/ \\b \\f \\n \\r \\t and \\u with 4 digits"
    ),
    (
      "[\"ab\\ud83d\"]",
      "1:5: error: \\ud83d is only half of a character; "
        + "write both halves, such as \\ud83d\\ude00, or the character itself"
    ),
    (
      "[\"\\ude00\"]",
      "1:3: error: \\ude00 is only half of a character; "
        + "write both halves, such as \\ud83d\\ude00, or the character itself"
    ),
    (
      "{\"prompt\": \"say \"hi\" now\"}",
      "1:18: error: \"hi\" follows right after the end of a text; "
        + "write a quotation mark within a text as \\\", or add the missing comma"
    ),
    (
      "{\"prompt\": \"犬, \"answer\": \"dog\"}",
      "1:17: error: \"answer\" follows right after the end of a text; "
        + "write a quotation mark within a text as \\\", or add the missing comma"
    ),
    (
      "{'title': 'A'}",
      "1:2: error: a text is quoted with '; use the straight quotation mark \""
    ),
    (
      "{\"title\": “A”}",
      "1:11: error: a text is quoted with “; use the straight quotation mark \""
    ),
    (
      "{\"title\": 「A」}",
      "1:11: error: a text is quoted with 「; use the straight quotation mark \""
    ),
    (
      "{title: \"A\"}",
      "1:2: error: the key \"title\" has no quotation marks; put it in quotation marks"
    ),
    (
      "{\"title\": Numbers}",
      "1:11: error: \"Numbers\" is not a JSON value; "
        + "put a text in quotation marks; only true, false, null and numbers go without"
    ),
    (
      "[NaN]",
      "1:2: error: \"NaN\" is not a JSON value; "
        + "put a text in quotation marks; only true, false, null and numbers go without"
    ),
    (
      "[nulls]",
      "1:2: error: \"nulls\" is not a JSON value; "
        + "put a text in quotation marks; only true, false, null and numbers go without"
    ),
    (
      "[1, 01]",
      "1:5: error: \"01\" is not a number in JSON; "
        + "write it like 12, -3 or 0.5, or put it in quotation marks"
    ),
    (
      "[+1]",
      "1:2: error: \"+1\" is not a number in JSON; "
        + "write it like 12, -3 or 0.5, or put it in quotation marks"
    ),
    (
      "// my deck\n[]",
      "1:1: error: a comment begins with //; remove it: JSON has no comments; "
        + "its text can go under a key \"comment\""
    ),
    (
      "[1, /* two */ 2]",
      "1:5: error: a comment begins with /*; remove it: JSON has no comments; "
        + "its text can go under a key \"comment\""
    ),
    (
      "[\n  {\"title\": \"A\",\n\n",
      "2:17: error: the file ends before the { of line 2 is closed; "
        + "add }, or restore the rest of the file"
    ),
    (
      "[\r\n[\r\n1]",
      "3:3: error: the file ends before the [ of line 1 is closed; "
        + "add ], or restore the rest of the file"
    ),
    (
      "[\n{\"a\": 1]\n}",
      "2:8: error: ] cannot close the { of line 2; write }, or add what is missing before it"
    ),
    (
      "{\"title\": \"A\",\n\"questions\": [{},\n\"score\": {}}",
      "3:1: error: there is a key in the array that began on line 2; "
        + "close the array with ] before it, or put the key into an object {…}"
    ),
    (
      "{\"questions\": [{}\n\"score\": {}}",
      "2:1: error: there is a key in the array that began on line 1; "
        + "close the array with ] before it, or put the key into an object {…}"
    ),
    (
      "{}\n{}",
      "2:1: error: \"{\" follows after the end; remove it, or put all groups into one array […]"
    ),
    (
      "{\u{A0}\"title\": \"A\"}",
      "1:2: error: U+00A0 (no-break space) is not a space in JSON; write an ordinary space"
    ),
    (
      "[\n\u{3000}\u{3000}1]",
      "2:1: error: U+3000 (ideographic space) is not a space in JSON; write an ordinary space"
    ),
    (
      "[1]\n\u{3000}",
      "2:1: error: U+3000 (ideographic space) is not a space in JSON; write an ordinary space"
    ),
    (
      "{\"a\": \"b\"，\"c\": 1}",
      "1:10: error: the ， is full-width; write ,"
    ),
    (
      "[1，2]",
      "1:3: error: the ， is full-width; write ,"
    ),
    (
      "{\"a\"：1}",
      "1:5: error: the ： is full-width; write :"
    ),
    (
      "[1 ; 2]",
      "1:4: error: found \";\" where a comma or ] is expected; correct it"
    ),
    (
      "[*]",
      "1:2: error: found \"*\" where a value is expected; correct it"
    ),
    (
      "{[1]: 2}",
      "1:2: error: found \"[\" where a key in quotation marks is expected; correct it"
    ),
  ])
  func `what is no JSON is named at its place with what to do`(text: String, expected: String) {
    let file = DeckText.parse(text)
    #expect(file.faults.map(\.description) == ["d.json:" + expected])
    #expect(file.groups.isEmpty && !file.isUsable)
  }

  @Test func `a long word from the file is cut and holds no control character`() {
    let word = String(repeating: "x", count: 1_000)
    let cut = String(repeating: "x", count: 39)
    #expect(
      DeckText.report("[\(word)]")
        == "d.json:1:2: error: \"\(cut)…\" is not a JSON value; put a text in quotation marks; "
        + "only true, false, null and numbers go without"
    )
    #expect(Quoting.quoted("a\u{1B}[31m\u{202E}\n") == "\"a\\u{1B}[31m\\u{202E}\\u{A}\"")
  }

  @Test func `nesting is followed to the limit and not beyond`() {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(DeckText.parse(deep).faults.map(\.isFatal) == [false])
    #expect(
      DeckText.report(String(repeating: "[", count: 100_000))
        == "d.json:1:65: error: arrays and objects are nested more than 64 levels deep; "
        + "a deck needs only 5 levels"
    )
    #expect(
      DeckText.report(String(repeating: "{\"a\":", count: 100_000))
        == "d.json:1:321: error: arrays and objects are nested more than 64 levels deep; "
        + "a deck needs only 5 levels"
    )
  }

  @Test func `as deep as a caller allows, nothing overflows`() {
    let depth = 1_000_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let file = DeckLoader(depthLimit: depth).parse(Array(text.utf8), path: "d.json")
    #expect(file.faults.count == 1)
  }
}
