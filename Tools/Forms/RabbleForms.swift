import Foundation
import RabbleConjugation
import RabbleDecks

/// Prints the deck of forms for the list of words on standard input:
///
///     swift run rabble-forms < Tools/Forms/words.tsv > Decks/Japanese/Forms.json
@main
enum RabbleForms {
  static func main() throws {
    let input = try FileHandle.standardInput.readToEnd() ?? Data()
    do {
      let words = try Word.list(String(decoding: input, as: UTF8.self))
      let text = DeckJSON.text(of: try FormsDeck.groups(words))
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch let error as WordListError {
      FileHandle.standardError.write(Data("rabble-forms: \(error)\n".utf8))
      exit(3)
    }
  }
}
