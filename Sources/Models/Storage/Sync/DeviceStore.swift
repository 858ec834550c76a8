import GRDB
import RabbleScheduling
import RabbleText

/// The devices whose events the log has, and what they are called.
package struct DeviceStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The identity of this device; it is made with the first event.
  package func own(at moment: Moment) throws -> EventID { try tx.device(at: moment) }

  /// The identity of this device; `nil` as long as there is no event.
  package func own() throws -> EventID? {
    try EventID.fetchOne(db, sql: Self.own)
  }

  /// The query of this device's identity.
  static let own = "SELECT id FROM device WHERE is_own = 1 ORDER BY n DESC LIMIT 1"

  /// The most characters of a name that another log says.
  private static let longest = 60

  /// What each device is called, those that have a name, cut where it is long. The newest name counts.
  package func names() throws -> [EventID: String] {
    let rows = try Row.fetchCursor(db, sql: "SELECT device, name FROM device_name ORDER BY id")
    var names: [EventID: String] = [:]
    while let row = try rows.next() {
      let name = String(try row.decodeText("name").printable.prefix(Self.longest))
      names[try row.decode(forColumn: "device")] = name.isEmpty ? nil : name
    }
    return names
  }

  /// Names this device, unless it has the name already. Other devices learn it as they learn of any
  /// event.
  package func name(_ name: String, at moment: Moment) throws {
    let device = try tx.device(at: moment)
    guard try names()[device] != name else { return }
    try tx.append(
      to: DeviceNameEvent.table, at: moment, ["utc_offset": moment.utcOffset, "name": name])
  }

  /// Gives this device another identity, because two use the one it had. Its events keep the old one.
  ///
  /// - Returns: the new identity.
  func renew(at moment: Moment) throws -> EventID { try tx.renewDevice(at: moment) }
}

extension Transaction {
  /// The devices whose events the log has.
  package var devices: DeviceStore { DeviceStore(tx: self) }
}

// MARK: - Events

/// A device has a name from now on.
enum DeviceNameEvent: EventKind {
  static let table = "device_name"
  static let fields: [EventField] = [.utcOffset, .text("name")]
}
