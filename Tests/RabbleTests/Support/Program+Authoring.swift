import Foundation
import RabbleTestSupport

extension Program {
  /// An editor that does one thing each time it is opened: a shell command, to which the file is
  /// `$file`. What it is called with is kept in the file `calls`.
  func editor(_ steps: String..., named name: String = "vi") throws -> [String: String] {
    var lines = [
      #"echo "$@" >> "$HOME/calls""#, #"for file; do :; done"#,
      #"case $(wc -l < "$HOME/calls") in"#,
    ]
    for (index, step) in steps.enumerated() { lines.append("\(index + 1)) \(step) ;;") }
    lines.append("esac")
    let script = try home.write("bin/script", lines.joined(separator: "\n") + "\n")
    // A shell by the editor's name: a program that was just written may be busy for a moment.
    let editor = try home.link("bin/" + name, to: "/bin/sh")
    return ["EDITOR": "\(editor) \(script)"]
  }

  /// What the editor was called with, a line a time.
  func editorCalls() throws -> [String] {
    try String(contentsOfFile: home.path + "/calls", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The text of an own deck.
  func deck(_ name: String = "words.json") throws -> String {
    try String(contentsOfFile: dataFolder + "/decks/" + name, encoding: .utf8)
  }

  /// The names of all files among the own decks.
  func deckFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: dataFolder + "/decks").sorted()
  }

  /// A terminal with a command on it.
  func terminal(_ arguments: String..., environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      self, arguments + ["--color", "never"], at: Program.morning, environment: environment)
  }
}
