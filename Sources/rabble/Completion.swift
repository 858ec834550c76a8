import ArgumentParser
import Foundation
import RabbleControllers
import RabbleFilters
import RabbleScheduling
import RabbleStudy
import RabbleText

// What a shell completes, besides commands, options and fixed values:
// `rabble --generate-completion-script bash|zsh|fish` writes the script that asks for it.

extension CompletionKind {
  /// Groups and courses.
  static var groups: CompletionKind {
    .custom { arguments, _, prefix in
      Completions.library(arguments).map { Completions.words($0.names, prefix) } ?? []
    }
  }

  /// Reports of statistics, and the groups that may stand in their place.
  static var reports: CompletionKind {
    .custom { arguments, _, prefix in
      let groups = Completions.library(arguments)?.names ?? []
      return Completions.words(StatisticsKind.allCases.map(\.rawValue) + groups, prefix)
    }
  }

  /// Filters: their names, and what may follow them.
  static var filters: CompletionKind {
    .custom { arguments, _, prefix in
      // A shell gets no messages: what can't be read completes nothing.
      let library = Completions.library(arguments)
      return CardFilter.completions(
        of: Completions.unquoted(prefix), decks: library?.names ?? [],
        tags: (try? library?.tags()) ?? []
      ).map(Completions.forShell)
    }
  }

  /// Prompts of questions.
  static var cards: CompletionKind {
    .custom { arguments, _, prefix in
      guard let library = Completions.library(arguments) else { return [] }
      // A shell gets no messages.
      return Completions.words((try? library.prompts()) ?? [], prefix)
    }
  }
}

private enum Completions {
  /// The most words that help to choose.
  private static let most = 200

  /// The library that a command line means; `nil` where it can't be read: then nothing is completed.
  static func library(_ arguments: [String]) -> Library? {
    func values(_ option: String) -> [String] {
      arguments.indices.compactMap { index in
        if arguments[index].hasPrefix(option + "=") {
          return String(arguments[index].dropFirst(option.count + 1))
        }
        return index > 0 && arguments[index - 1] == option ? arguments[index] : nil
      }
    }
    let environment = ProcessInfo.processInfo.environment
    let clock = SystemClock(heldAt: nil)
    // Where the library can't be opened, nothing is completed.
    return try? Library(
      at: Locations(
        dataFolder: values("--data-dir").last, decks: values("--decks"), environment: environment),
      Surroundings(
        now: clock.now, localTime: clock.localTime, random: { UInt64.random(in: .min ... .max) },
        fileTime: SystemClock.seconds), for: .looking)
  }

  /// A word as the shell reads it that asks: to zsh, what is behind a colon is an explanation.
  static func forShell(_ word: String) -> String {
    CompletionShell.requesting == .zsh ? word.replacing(":", with: "\\:") : word
  }

  /// A word without the quotation mark and the backslashes that a shell takes for its own.
  static func unquoted(_ word: String) -> String {
    let text = word.first.map { $0 == "'" || $0 == "\"" } == true ? word.dropFirst() : word[...]
    return String(text.filter { $0 != "\\" })
  }

  /// The words that begin with what was typed, in any case, quotation marks left aside.
  static func words(_ words: [String], _ prefix: String) -> [String] {
    let typed = prefix.filter { $0 != "\"" && $0 != "'" && $0 != "\\" }.lowercased()
    var seen: Set<String> = []
    let found = words.map(\.printable)
      .filter { $0.lowercased().hasPrefix(typed) && seen.insert($0).inserted }
    return found.prefix(most).map(forShell)
  }
}
