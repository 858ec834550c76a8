import RabbleQuestions
import RabbleText

extension DeckFault.Code {
  /// The rule that a fault of this kind breaks.
  package var rule: Rule {
    switch self {
    case .notFound:
      row(
        "not-found", .error, "No such file or folder.")
    case .permissionDenied:
      row(
        "permission-denied", .error, "No permission to read the file.")
    case .isDirectory:
      row(
        "is-directory", .error, "Expected a file, found a folder.")
    case .notDirectory:
      row(
        "not-directory", .error, "Expected a folder, found something else.")
    case .notRegularFile:
      row(
        "not-regular-file", .error, "Expected a file, found a device, pipe or socket.")
    case .symbolicLinkLoop:
      row(
        "symbolic-link-loop", .error, "Symbolic links form a loop.")
    case .tooLarge:
      row(
        "too-large", .error, "The file exceeds the size limit.")
    case .unreadable:
      row(
        "unreadable", .error, "The system could not read the file.")
    case .furtherFaults:
      row(
        "further-faults", .error, "There are more problems than are listed.")
    case .notUTF8:
      row(
        "not-utf-8", .error, "The file contains a byte that is not UTF-8.")
    case .isUTF16:
      row(
        "utf-16", .error, "The file is encoded in UTF-16 or UTF-32.")
    case .empty:
      row(
        "empty-file", .error, "The file is empty.")
    case .tooDeep:
      row(
        "too-deep", .error, "Arrays and objects are nested too deeply.")
    case .mergeConflict:
      row(
        "merge-conflict", .error, "A merge left a conflict.",
        example: #"""
          la nube :: cloud
          <<<<<<< HEAD
          la lluvia :: rain
          =======
          la lluvia :: the rain
          >>>>>>> feature
          """#)
    case .missingComma:
      row(
        "missing-comma", .error, "A comma is missing between two values.", fix: .safe,
        example: #"{"prompt": "犬" "answer": "dog"}"#)
    case .trailingComma:
      row(
        "trailing-comma", .error, "A comma precedes a closing bracket.", fix: .safe,
        example: #"{"prompt": "犬", "answer": "dog", }"#)
    case .missingColon:
      row(
        "missing-colon", .error, "A key is not followed by a colon.",
        example: #"{"prompt" "犬", "answer": "dog"}"#)
    case .missingValue:
      row(
        "missing-value", .error, "A value is missing.",
        example: #"{"prompt": , "answer": "dog"}"#)
    case .unclosedString:
      row(
        "unclosed-text", .error, "A string has no closing quotation mark.",
        example: #"""
          {"prompt": "犬", "answer": "dog
          }
          """#)
    case .lineBreakInString:
      row(
        "line-break-in-text", .error, "A string contains a line break.",
        example: #"""
          {"prompt": "犬", "answer": "a dog
          and more"}
          """#)
    case .controlCharacter:
      row(
        "raw-control-character", .error, "A string contains a raw control character.",
        example: #"{"prompt": "犬", "answer": "a\#u{9}dog"}"#)
    case .unknownEscape:
      row(
        "unknown-escape", .error, "Unknown escape sequence.", fix: .unsafe,
        example: #"{"prompt": "犬", "answer": "d\og"}"#)
    case .loneSurrogate:
      row(
        "lone-surrogate", .error, "An escape is only half of a character.",
        example: #"{"prompt": "犬", "answer": "dog \ud83d!"}"#)
    case .textAfterString:
      row(
        "text-after-text", .error, "Unexpected text after a string.",
        example: #"{"prompt": "犬", "answer": "the "big" dog", "hint": "it barks"}"#)
    case .otherQuotationMark:
      row(
        "other-quotation-mark", .error, "A string has quotation marks other than \".", fix: .safe,
        example: #"{"prompt": “犬”, "answer": 'dog'}"#)
    case .unquotedKey:
      row(
        "unquoted-key", .error, "A key is not in quotation marks.", fix: .safe,
        example: #"{prompt: "犬", "answer": "dog"}"#)
    case .unknownWord:
      row(
        "unknown-word", .error, "Unknown word in place of a value.", fix: .safe,
        example: #"{"prompt": "犬", "answer": "dog", "hint": None}"#)
    case .malformedNumber:
      row(
        "malformed-number", .error, "A number is not written as JSON requires.",
        example: #"{"prompt": "犬", "answer": "dog", "pitch": 02}"#)
    case .comment:
      row(
        "comment", .error, "JSON does not allow comments.", fix: .unsafe,
        example: #"{"prompt": "犬", "answer": "dog"} // a pet"#)
    case .unclosedBracket:
      row(
        "unclosed-bracket", .error, "A bracket is not closed before the end of the file.",
        fix: .unsafe,
        example: #"""
          [
            {"title": "Words", "questions": [
                {"prompt": "水", "answer": "water"}
              ]
          """#)
    case .mismatchedBracket:
      row(
        "mismatched-bracket", .error, "A closing bracket does not match the opening one.",
        fix: .unsafe,
        example: #"{"prompt": "犬", "answer": "dog"]"#)
    case .keyInArray:
      row(
        "key-in-array", .error, "A key appears in an array.",
        example: #"""
          [
            {"title": "Words", "questions": [
                {"prompt": "水", "answer": "water"},
              "author": "Hana"
            }
          ]
          """#)
    case .textAfterEnd:
      row(
        "text-after-end", .error, "Unexpected text after the end.",
        example: #"""
          [
            {
              "title": "Words",
              "questions": [
                {"prompt": "水", "answer": "water"}
              ]
            }
          ]
          {"title": "More", "questions": [
                {"prompt": "湯", "answer": "hot water"}
          ]}
          """#)
    case .unexpectedText:
      row(
        "unexpected-text", .error, "Unexpected text.", fix: .safe,
        example: #"{"prompt": "犬"， "answer": "dog"}"#)
    case .textOutsideGroup:
      row(
        "text-outside-group", .error, "Text appears before the first heading.",
        example: #"""
          Words

          ## Words
          language: ja

          水 :: water
          """#)
    case .deepHeading:
      row(
        "deep-heading", .error, "A heading has three or more number signs.",
        example: #"""
          ### More

          湯 :: hot water
          """#)
    case .noSeparator:
      row(
        "line-without-separator", .error, "A line among the questions is not a question.",
        example: #"""
          水 :: water
          犬 dog
          """#)
    case .questionWithoutAnswer:
      row(
        "question-without-answer", .error, "A Q: line has no A: line.",
        example: #"Q: What is this?"#)
    case .answerWithoutQuestion:
      row(
        "answer-without-question", .error, "An A: line has no Q: line.",
        example: #"A: a dog"#)
    case .unclosedComment:
      row(
        "unclosed-comment", .error, "A comment is not closed.",
        example: #"<!-- more to come"#)
    case .textAfterComment:
      row(
        "text-after-comment", .error, "Text follows the end of a comment on the same line.",
        example: #"<!-- pets --> 犬 :: dog"#)
    case .bracesBesideBlank:
      row(
        "braces-beside-blank", .error, "Braces would be read as those of a blank.",
        example: #"六{==ろく==} :: six"#)
    case .similarName:
      row(
        "similar-name", .warning, "A name in a note looks like a known key.",
        example: #"""
          水 :: water
            notes: it is wet
          """#)
    case .knownName:
      row(
        "known-name", .warning, "An x-… line has the name of a known key.",
        example: #"""
          水 :: water
            x-hint: "wet"
          """#)
    case .separatorWithoutSpaces:
      row(
        "separator-without-spaces", .error, "The :: of a question has no spaces around it.",
        fix: .safe,
        example: #"""
          犬::dog
          猫 ::cat
          """#)
    case .fullWidthSeparator:
      row(
        "full-width-separator", .error,
        "The :: of a question, a space beside it, or the colon of Q: or A: is full-width.",
        fix: .safe,
        example: #"""
          犬：：dog
          猫\#u{3000}::\#u{3000}cat
          鳥 ：： bird
          """#)
    case .unclosedMark:
      row(
        "unclosed-mark", .error, "A == begins a blank that is not closed.",
        example: #"私==は学生です。"#)
    case .tableRow:
      row(
        "table-row", .error, "A row of a table is not a question.", fix: .safe,
        example: #"""
          | 犬 | dog |
          | 猫 | cat |
          """#)
    case .fullWidthMark:
      row(
        "full-width-mark", .warning,
        "A reading's brackets, a tag's number sign or a key's colon is full-width, and read as text.",
        fix: .unsafe,
        example: #"""
          犬［いぬ］ :: dog
          猫 :: cat\#u{3000}＃animals
          """#)
    case .descriptionLikeQuestion:
      row(
        "description-like-question", .warning,
        "A line of a group's description looks like a question.",
        example: #"""
          The first week.
          水 :: water
          """#)
    case .secondSeparator:
      row(
        "second-separator", .warning, "A question's line has a second ::.",
        example: #"犬 :: dog :: hound"#)
    case .tagWithinText:
      row(
        "tag-within-text", .warning, "A #tag is read as text, because text follows it.",
        example: #"犬 :: dog #pet friend"#)
    case .tripleColon:
      row(
        "triple-colon", .error, "A question's line has three or more colons in place of ::.",
        fix: .unsafe, example: #"la nube ::: cloud"#)
    case .wrongType:
      row(
        "wrong-type", .error, "A value has the wrong type.", fix: .safe,
        example: #"{"prompt": "二", "answer": 2}"#)
    case .missingKey:
      row(
        "missing-key", .error, "A required key is missing.", fix: .unsafe,
        example: #"{"prompt": "犬", "answr": "dog"}"#)
    case .emptyText:
      row(
        "empty-text", .error, "A required text is blank.",
        example: #"{"prompt": "犬", "answer": " "}"#)
    case .duplicateKey:
      row(
        "duplicate-key", .warning, "An object contains the same key twice.",
        example: #"{"prompt": "犬", "answer": "hound", "answer": "dog"}"#)
    case .noGroups:
      row(
        "no-groups", .error, "The file contains no group.",
        example: #"[]"#)
    case .noQuestions:
      row(
        "no-questions", .warning, "A group contains no questions.",
        example: #"""
          [
            {"title": "Words", "questions": []},
            {"title": "More", "questions": [
                {"prompt": "水", "answer": "water"}
            ]}
          ]
          """#)
    case .questionOutsideGroup:
      row(
        "question-outside-group", .error, "A question is outside every group.",
        example: #"""
          [
            {"title": "Words", "questions": [
                {"prompt": "水", "answer": "water"}
            ]},
            {"prompt": "犬", "answer": "dog"}
          ]
          """#)
    case .duplicateID:
      row(
        "duplicate-id", .error, "Two questions of a file have the same id.",
        example: #"""
          {"id": "a", "prompt": "犬", "answer": "dog"},
          {"id": "a", "prompt": "猫", "answer": "cat"}
          """#)
    case .duplicateQuestion:
      row(
        "duplicate-question", .warning, "Two questions of a group are the same.",
        example: #"""
          {"prompt": "犬", "answer": "dog"},
          {"prompt": "犬", "answer": "dog"}
          """#)
    case .unknownValue:
      row(
        "unknown-value", .error, "The value is not allowed for this key.", fix: .unsafe,
        example: #"{"prompt": "犬", "answer": "dog", "directions": ["recogniton"]}"#)
    case .clozeWithoutBlank:
      row(
        "cloze-without-blank", .error, "A cloze has no blank.",
        example: #"{"prompt": "I am a student.", "cloze": "私は学生です。"}"#)
    case .unclosedBlank:
      row(
        "unclosed-blank", .error, "A blank of a cloze is not closed.",
        example: #"{"prompt": "I am a student.", "cloze": "私{{は学生です。"}"#)
    case .emptyBlank:
      row(
        "empty-blank", .error, "A blank of a cloze is empty.",
        example: #"{"prompt": "I am a student.", "cloze": "私{{ }}学生です。"}"#)
    case .malformedPitch:
      row(
        "malformed-pitch", .error, "Pitch must be a whole number from 0 to 99.",
        example: #"{"prompt": "犬", "reading": "いぬ", "answer": "dog", "pitch": -1}"#)
    case .malformedScore:
      row(
        "malformed-score", .warning, "A score must contain two whole numbers.",
        example: #"""
          [
            {
              "title": "Words", "score": {"correct_count": "many"},
              "questions": [
                {"prompt": "水", "answer": "water"}
              ]
            }
          ]
          """#)
    case .ignoredType:
      row(
        "ignored-type", .warning, "An optional value has the wrong type.", fix: .unsafe,
        example:
          #"{"title": "Words", "author": 7, "questions": [{"prompt": "水", "answer": "water"}]}"#)
    case .emptyElement:
      row(
        "empty-element", .warning, "A list contains a blank element.", fix: .safe,
        example: #"{"prompt": "犬", "answer": "dog", "alternatives": ["hound", " "]}"#)
    case .ignoredValue:
      row(
        "ignored-value", .warning, "A setting or direction is unknown.", fix: .unsafe,
        example: #"""
          [
            {
              "title": "Words", "settings": {"accents": "demandd"},
              "questions": [
                {"prompt": "水", "answer": "water"}
              ]
            }
          ]
          """#)
    case .longText:
      row(
        "long-text", .error,
        "A title, prompt, answer or other text has more than "
          + "\(NumberText.grouped(Question.longestText)) characters.")
    case .brokenCourse:
      row(
        "broken-course", .error, "A step of a course leads nowhere.")
    }
  }

  private func row(
    _ name: String, _ severity: Severity, _ summary: String, fix: FixSafety? = nil,
    example: String? = nil
  ) -> Rule {
    Rule(rawValue, name, severity, summary, fix: fix, example: example)
  }
}
