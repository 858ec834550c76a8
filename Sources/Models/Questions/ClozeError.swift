/// What is wrong with a sentence that should have blanks.
public enum ClozeError: Error, Hashable, Sendable {
  /// There is no blank in it.
  case noBlank
  /// A blank has no `}}`; blanks count from 1.
  case unclosed(blank: Int)
  /// Nothing stands in a blank; blanks count from 1.
  case emptyBlank(blank: Int)
}
