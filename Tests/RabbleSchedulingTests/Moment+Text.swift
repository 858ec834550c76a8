import RabbleScheduling
import Testing

/// The moment of an ISO 8601 text; the test fails when there is none.
func moment(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Moment {
  try #require(Moment(iso8601: text), sourceLocation: sourceLocation)
}
