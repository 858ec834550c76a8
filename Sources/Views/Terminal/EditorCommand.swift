/// How an editor is told to open a file at a line.
public enum EditorCommand {
  /// The arguments after the editor's own command.
  ///
  ///     EditorCommand.arguments(of: "nano", file: "a.json", line: 7)          // +7 a.json
  ///     EditorCommand.arguments(of: "code --wait", file: "a.json", line: 7)   // --goto a.json:7
  ///
  /// - Parameters:
  ///   - command: the command, as `$VISUAL` or `$EDITOR` has it.
  ///   - file: the file.
  ///   - line: the line, from 1.
  /// - Returns: the arguments; of an editor that nobody knows the file alone.
  public static func arguments(of command: String, file: String, line: Int) -> [String] {
    let program = command.split { $0 == " " || $0 == "\t" }.first ?? ""
    let name = program.split(separator: "/").last.map(String.init) ?? ""
    switch name {
    case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
      let waits = command.contains("--wait") || command.contains(" -w")
      return (waits ? [] : ["--wait"]) + ["--goto", "\(file):\(line)"]
    case "subl", "sublime_text", "zed", "hx", "helix":
      return ["\(file):\(line)"]
    case "mate", "kate": return [name == "mate" ? "-w" : "-b", "-l", "\(line)", file]
    case "gedit": return ["--wait", "+\(line)", file]
    case "vi", "vim", "nvim", "view", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient", "mg",
      "jed", "joe", "micro", "kak", "ne", "elvis", "nvi", "busybox", "vis":
      return ["+\(line)", file]
    default:
      // An editor that nobody knows gets the file alone: it might take anything else for a file.
      return [file]
    }
  }
}
