import RabbleScheduling

/// Identities that need not be looked up again for every event.
struct KnownIdentities {
  /// This device, once it is in the log.
  var device: EventID?
  /// The newest event, as long as no other connection has changed the log.
  var newest: EventID?
  /// SQLite's `data_version` when ``newest`` was known: it changes with another connection's commit.
  var version: Int64?
}
