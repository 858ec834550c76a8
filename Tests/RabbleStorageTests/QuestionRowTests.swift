import Foundation
import RabbleQuestions
import Testing

@testable import RabbleStorage

@Suite struct QuestionRowTests {
  /// Any JSON, so that `JSONEncoder` writes what was read.
  private enum Tree: Codable {
    case text(String)
    case number(Int)
    case list([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else if let list = try? value.decode([Tree].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: Tree].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .text(let text): try value.encode(text)
      case .number(let number): try value.encode(number)
      case .list(let list): try value.encode(list)
      case .object(let object): try value.encode(object)
      }
    }
  }

  @Test(arguments: [
    Example(text: "かれは/犬"),
    Example(text: "a \"b\"", reading: "\\", meaning: "\u{1}\u{1F}\t\n\r\u{8}\u{C}"),
    Example(text: "x", meaning: "é\u{7F}\u{2028}😀"),
  ])
  func `a question is stored as JSONEncoder writes it, so that one stored before is the same`(
    _ example: Example
  ) throws {
    var question = Question(prompt: "p", answer: "a")
    for field in Question.Field.allCases {
      switch field.kind {
      case .required: continue
      case .text(let path): question[keyPath: path] = example.text
      case .choice(let path, let names): question[keyPath: path] = names.first
      case .list(let path): question[keyPath: path] = [example.text, example.meaning ?? ""]
      case .number(let path, let range): question[keyPath: path] = range.upperBound
      case .directions(let path): question[keyPath: path] = [.recognition, .production]
      case .example(let path): question[keyPath: path] = example
      }
    }
    let json = try #require(QuestionRow.more(question))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let tree = try JSONDecoder().decode(Tree.self, from: Data(json.utf8))
    #expect(String(decoding: try encoder.encode(tree), as: UTF8.self) == json)
    #expect(QuestionRow.more(Question(prompt: "p", hint: "h", answer: "a")) == nil)
  }
}
