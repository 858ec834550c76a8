/// What a finished run of the program came to.
struct Outcome {
  /// Everything on standard output.
  let output: String
  /// Everything on standard error.
  let errors: String
  let ending: Ending

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }
}
