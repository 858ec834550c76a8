import ArgumentParser
import Foundation
import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// `rabble deck format`: writes deck files anew, in one form.
struct DeckFormat: ParsableCommand {
  /// The forms a deck can have.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case json, markdown

    var deckForm: DeckForm { self == .json ? .json : .markdown }
    var ending: String { self == .json ? ".json" : ".md" }
  }

  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Write deck files in one form: the same values, the same order, the same layout.",
    discussion: """
      Nothing of a file is lost; the old one stays beside it as NAME~. With --to, FILE.json becomes \
      FILE.md or the other way round.
      """)

  @Flag(help: "Give every question without an id one, made of its words.")
  var ids = false

  @Option(help: ArgumentHelp("Change the form: json or markdown.", valueName: "form"))
  var to: Form?

  @Flag(help: "Write nothing; name the files that would change, and exit 1 if there are any.")
  var check = false

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("The files.", valueName: "file"))
  var files: [String]

  func run() throws {
    let sources = files.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
    var slug = QuestionSlug(
      taken: Set(sources.flatMap { DeckRewriting($0).ids }), latin: Self.latin)
    var isUsable = true
    var isCanonical = true
    for source in sources {
      do {
        let text = try text(of: source, slug: &slug)
        let target = path(for: source)
        if target == source.file.path, source.bytes.elementsEqual(text.utf8) { continue }
        isCanonical = false
        if check {
          try OutputFile.write(target + "\n")
        } else {
          try write(text, over: source, to: target)
        }
      } catch let failure as DeckRewriting.Failure {
        isUsable = false
        for fault in failure.faults { Talk.say(fault.description) }
        Talk.say("\(source.file.path): not written. Mend what is named above first.")
      }
    }
    if !isUsable { throw ExitCode(3) }
    if check, !isCanonical { throw ExitCode(1) }
  }

  private func text(
    of source: DeckSource, slug: inout QuestionSlug
  ) throws(DeckRewriting.Failure) -> String {
    let rewriting = DeckRewriting(source)
    var new: [String] = []
    if ids {
      for (question, group) in rewriting.questionsWithoutID {
        new.append(slug.id(for: question, in: group))
      }
    }
    return try rewriting.text(as: to?.deckForm ?? source.form, newIDs: new)
  }

  /// Where a file's text goes: to its place, or beside it under the ending of its new form.
  private func path(for source: DeckSource) -> String {
    let path = source.file.path
    guard let to, to.deckForm != source.form else { return path }
    let stem =
      (path as NSString).pathExtension.isEmpty ? path : (path as NSString).deletingPathExtension
    return stem + to.ending
  }

  private func write(_ text: String, over source: DeckSource, to target: String) throws {
    let path = source.file.path
    let bytes = Array(text.utf8)
    if target == path {
      try AtomicFile.replace(path, with: bytes, ifStill: .content(source.bytes))
      Talk.say("\(path): written anew; as it was: \(path)~")
    } else {
      try AtomicFile.replace(target, with: bytes, ifStill: .nothing)
      try AtomicFile.setAside(path, ifStill: source.bytes)
      Talk.say("\(target): made of \(path); as it was: \(path)~")
    }
  }

  /// A text in Latin letters without accents, as far as it has kana and Latin letters.
  private static func latin(_ text: String) -> String {
    Romanization.hepburn.romanized(text).folding(options: .diacriticInsensitive, locale: nil)
  }
}
