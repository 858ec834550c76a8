import RabbleTerminal
import Testing

@Suite struct ColorTests {
  @Test(
    arguments: [
      // --color wins over everything.
      (ColorChoice.always, "1", "dumb", false, true),
      (.never, nil, "xterm", true, false),
      // NO_COLOR wins over the terminal; empty, it says nothing.
      (.auto, "1", "xterm", true, false),
      (.auto, "", "xterm", true, true),
      // TERM=dumb wins over the terminal.
      (.auto, nil, "dumb", true, false),
      (.auto, nil, nil, true, true),
      (.auto, nil, "xterm", false, false),
    ] as [(ColorChoice, String?, String?, Bool, Bool)]
  )
  func `color is decided in order`(
    choice: ColorChoice,
    noColor: String?,
    term: String?,
    isTerminal: Bool,
    expected: Bool
  ) {
    #expect(
      ColorChoice.isColored(
        choice: choice,
        noColor: noColor,
        term: term,
        isTerminal: isTerminal
      ) == expected
    )
  }

  @Test(arguments: TextStyle.allCases) func `a style colors text and then stops`(style: TextStyle) {
    let colored = style.apply(to: "かな", isColored: true)
    #expect(colored.hasPrefix("\u{1b}["))
    #expect(colored.hasSuffix("かな\u{1b}[0m"))
    #expect(style.apply(to: "かな", isColored: false) == "かな")
    #expect(style.apply(to: "", isColored: true) == "")
  }
}
