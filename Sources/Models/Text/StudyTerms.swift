/// The kinds of directions in which a question is asked, the same words in files, log, JSON, tables and
/// on the command line.
public enum DirectionKind: String, Hashable, Sendable, CaseIterable {
  /// The prompt is shown, its answer is asked for.
  case recognition
  /// The answer is shown, the prompt is asked for.
  case production
  /// The prompt is shown, its reading is asked for.
  case reading
  /// The prompt is said aloud, its answer or the prompt itself is asked for.
  case listening
  /// A sentence is shown, what belongs in its blank is asked for.
  case cloze
}

/// How an answer was judged.
public enum VerdictKind: String, Hashable, Sendable, CaseIterable {
  /// Right.
  case correct
  /// Right, with something worth saying.
  case remark
  /// Not counted: the learner tries again.
  case retry
  /// Not right.
  case wrong

  /// Whether the answer counts as right.
  public var isAccepted: Bool { self == .correct || self == .remark }
}

/// How grave a finding in a deck is.
public enum Severity: String, Hashable, Sendable, CaseIterable {
  /// Something cannot be studied, or is judged wrongly.
  case error
  /// Something looks like a mistake.
  case warning
  /// Something to know, which is no mistake.
  case note
}

/// How far an edit that a finding offers can be trusted.
public enum FixSafety: String, Hashable, Sendable, CaseIterable, Encodable {
  /// No question that can be studied changes its meaning: `--fix` makes it.
  case safe
  /// It is probably what the author means, but changes what is shown, accepted or asked, or removes what
  /// the author wrote: `--unsafe-fixes` makes it.
  case unsafe
  /// One of several ways out: it is offered to editors, and only its author can choose it.
  case shown
}
