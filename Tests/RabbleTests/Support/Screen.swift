import Foundation

/// A screen as `--format json` draws it: an object a line.
struct Screen: Decodable {
  let kind: String
  let group: String
  let correct: Int
  let incorrect: Int
  let remaining: Int
  let card: String?
  let prompt: String?
  let hint: String?
  let answer: String?
  let choices: [Choice]?
  let verdict: String?
  let grade: String?
  let due: String?
  let typed: String?
  let message: String?
  let tone: String?
  let answered: Int?
  let direction: String?
  let furigana: [Segment]?
  let meaning: String?
  let sentence: String?
  let reading: String?
  let pitch: Int?
  let partOfSpeech: String?
  let example: String?
  let exampleMeaning: String?

  /// A part of a text with its reading, if it has one.
  struct Segment: Decodable, Equatable {
    let base: String
    let reading: String?
  }

  /// A grade to choose.
  struct Choice: Decodable {
    let number: Int
    let name: String
  }

  init(json: String) throws {
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      self = try decoder.decode(Screen.self, from: Data(json.utf8))
    } catch {
      throw Surprise("no screen: \(json.debugDescription): \(error)")
    }
  }
}

extension Outcome {
  /// The screens of a session drawn as JSON.
  var screens: [Screen] {
    get throws { try lines.map(Screen.init(json:)) }
  }
}
