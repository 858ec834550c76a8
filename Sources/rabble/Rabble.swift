import ArgumentParser

/// The command line's root: it only lists the commands.
struct Rabble: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rabble",
    abstract: "Learn a language a little every day, with flashcards that come back in time.",
    discussion: """
      `rabble` alone studies what is due. Progress is kept in $XDG_DATA_HOME/rabble \
      (~/.local/share/rabble); every .json file in its folder decks/ is studied beside the \
      bundled courses you have begun. Settings are lines such as `study.new = 15` or `judging.timing = on` in \
      $XDG_CONFIG_HOME/rabble/config (~/.config/rabble/config); --data-dir holds both.

      Exit codes: 0 all well, 1 nothing due or findings, 2 wrong usage, 3 bad data or a file that \
      can't be used, 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      Study.self, Decks.self, Deck.self, Stats.self, Log.self, Due.self, Why.self, Undo.self,
      Check.self,
      Optimize.self, Simulate.self,
    ],
    defaultSubcommand: Study.self)
}
