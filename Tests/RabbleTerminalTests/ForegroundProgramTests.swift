import RabbleTerminal
import Testing

struct EditorCommandTests {
  @Test(arguments: [
    ("vi", ["+7", "d.json"]), ("/usr/bin/vim -u NONE", ["+7", "d.json"]),
    ("nano", ["+7", "d.json"]), ("emacsclient -t", ["+7", "d.json"]),
    ("code", ["--wait", "--goto", "d.json:7"]), ("code --wait", ["--goto", "d.json:7"]),
    ("/opt/codium -w", ["--goto", "d.json:7"]), ("hx", ["d.json:7"]),
    ("mate", ["-w", "-l", "7", "d.json"]), ("gedit", ["--wait", "+7", "d.json"]),
    ("ed", ["d.json"]), ("my-own-editor", ["d.json"]), ("", ["d.json"]),
  ])
  func `each editor is told the line in its own way`(command: String, arguments: [String]) {
    #expect(EditorCommand.arguments(of: command, file: "d.json", line: 7) == arguments)
  }

  @Test func `the other program gets its arguments whole, and its end is told`() {
    let say = ForegroundProgram.run(#"test "$1" = "a b'c" &&"#, [])
    #expect(say != .exited(0))
    #expect(ForegroundProgram.run("test x = x -a", ["a b'c"]) == .exited(0))
    #expect(ForegroundProgram.run("exit 4;", []) == .exited(4))
    #expect(ForegroundProgram.run("kill -9 $$;", []) == .killed(by: 9))
    #expect(
      ForegroundProgram.run("/no/such/editor", ["x"]) == .notStarted(reason: "no such command"))
  }
}
