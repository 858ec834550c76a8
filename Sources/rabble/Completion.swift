import ArgumentParser
import Foundation
import RabbleControllers
import RabbleStorage
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
      return Completions.words(Report.all.map(\.name) + groups, prefix)
    }
  }

  /// Filters: their names, and what may follow them.
  static var filters: CompletionKind {
    .custom { arguments, _, prefix in
      // A shell gets no messages: what can't be read completes nothing.
      let library = Completions.library(arguments)
      return CardFilter.completions(
        of: Completions.unquoted(Completions.value(prefix)), decks: library?.names ?? [],
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

  /// Groups and courses, and then prompts of questions.
  static var groupsAndCards: CompletionKind {
    .custom { arguments, _, prefix in
      guard let library = Completions.library(arguments) else { return [] }
      return Completions.words(library.names + ((try? library.prompts()) ?? []), prefix)
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

  /// What was typed of an option's value: fish and zsh hand on the option, too, where an equals sign joins them.
  static func value(_ word: String) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
    return String(word[word.index(after: sign)...])
  }

  /// The words that begin with what was typed, in any case, quotation marks left aside.
  static func words(_ words: [String], _ prefix: String) -> [String] {
    let typed = value(prefix).filter { $0 != "\"" && $0 != "'" && $0 != "\\" }.lowercased()
    var seen: Set<String> = []
    let found = words.map(\.printable)
      .filter { $0.lowercased().hasPrefix(typed) && seen.insert($0).inserted }
    return found.prefix(most).map(forShell)
  }
}

/// The scripts that the parser writes, with what filters and titles need besides.
enum CompletionScript {
  /// A script for a shell; any other text as it is.
  static func whole(_ script: String) -> String {
    if script.hasPrefix("#!/bin/bash") {
      return script.replacing("complete -o filenames -F _rabble rabble", with: wholeWords)
    }
    if script.hasPrefix("#compdef rabble") {
      // The script takes what stands behind the last space for the word at the cursor, in quotation marks,
      // too: only the first term of a filter would be completed. And to zsh, the value of an option may stand
      // behind an equals sign only where the option is declared with one.
      return script.replacing(
        ##"printf %s "${#${(z)LBUFFER}[-1]}""##,
        with: ##"printf %s "$((${#QIPREFIX} + ${#IPREFIX} + ${#PREFIX}))""##
      ).replacing(#/(--[a-z\-]+)(\[(?:[^\]\\]|\\.)*\]:)/#) { "\($0.1)=\($0.2)" }
    }
    return script.contains("function __rabble_tokens") ? script + negatedFilters : script
  }

  /// What stands at the end of the script for fish, which takes a word that begins with - for an option.
  private static let negatedFilters = ##"""

    function __rabble_negates_filter
        set -l before (__rabble_tokens -pc)
        test "$before[-1]" = --where; and string match -q -r -- '^[\'"]?-' (commandline -tc)
    end

    complete -c 'rabble' -n __rabble_negates_filter -fka '(__rabble_custom_completion ---completion study -- --where (count (__rabble_tokens -pc)) (__rabble_tokens -tC))'
    """##

  /// What stands at the end of the script for bash.
  private static let wholeWords = ##"""
    # Readline ends a word at a colon or an equals sign; but filters and groups have colons, and an option may have
    # its value behind an equals sign. Puts such words together again, and completes the one at the cursor.
    _rabble_whole_words() {
        local rest="${COMP_LINE}" before='' word space
        local -a whole=()
        local -i index last="${COMP_CWORD}"
        for ((index = 0; index <= last; index++)); do
            word="${COMP_WORDS[index]}"
            space="${rest%%[![:space:]]*}"
            rest="${rest#"${space}${word}"}"
            if [[ -z "${space}" && "${word}" = '=' && "${whole[-1]}" = --* ]]; then
                before=''
                [[ "${index}" -eq "${last}" ]] && whole+=('')
            elif [[ -z "${space}" && ("${word}" = :* || "${index}" -gt 0 && "${COMP_WORDS[index - 1]}" = *:) ]]; then
                before="${whole[-1]}"
                [[ "${index}" -eq "${last}" && -z "${2}" ]] && before+="${word}"
                whole[-1]+="${word}"
            else
                before=''
                whole+=("${word}")
            fi
        done

        local -a COMP_WORDS=("${whole[@]}" "${COMP_WORDS[@]:last + 1}")
        local -i COMP_CWORD="${#whole[@]}-1"
        before="${before//\\/}"
        _rabble "${1}" "${before}${2//\\/}" "${whole[COMP_CWORD - 1]}"
        COMPREPLY=("${COMPREPLY[@]#"${before}"}")
    }

    complete -o filenames -F _rabble_whole_words rabble
    """##
}
