import Foundation
import GRDB
import RabbleScheduling

/// Compares the events of a folder with those of the log, both ways. Nothing is changed.
package final class SyncVerification {
  /// What was found.
  package struct Report: Hashable, Sendable {
    /// How many events the folder has, each once.
    package let folder: Int
    /// How many events the log has.
    package let log: Int
    /// How many events of the folder the log does not have, or has otherwise.
    package let missingInLog: Int
    /// How many events of the log no file of the folder has.
    package let missingInFolder: Int
    /// How many lines are none that this version can take in yet.
    package let waiting: Int
    /// How many lines are no sound events.
    package let faults: Int
  }

  private let tx: Transaction
  private let now: Moment
  private var met: Set<UInt128> = []
  private var absent: Set<UInt128> = []
  /// The lines that are known to wait.
  private let waits: Set<[UInt8]>
  private var waiting = 0
  private var faults = 0

  /// Begins to compare.
  ///
  /// - Throws: ``StorageError``.
  package init(_ tx: Transaction, at now: Moment) throws {
    self.tx = tx
    self.now = now
    waits = try Set(Data.fetchAll(tx.db, sql: "SELECT line FROM sync_waiting").map { Array($0) })
  }

  /// Looks for the event of a line in the log.
  ///
  /// - Throws: ``StorageError``.
  package func take(_ line: UnsafeRawBufferPointer) throws {
    let event: EventLine
    do throws(EventLineFault) {
      event = try EventLine(line, at: now, tolerance: LogBounds.time.upperBound / 2)
    } catch {
      // A damaged line whose event is in the log waits for nothing.
      if let id = EventLine.identity(in: Array(line)), try tx.events.has(id) {
        faults += 1
        return
      }
      switch error {
      case .unknownKind(let kind) where !kind.isEmpty: waiting += 1
      case .unknownKey, .value: waiting += 1
      default: faults += 1
      }
      return
    }
    guard event.isChecked else {
      faults += 1
      return
    }
    met.insert(event.id.bits)
    let check = try tx.events.check(of: event)
    if check == event.check { return }
    if check == nil, waits.contains(Array(line)) {
      waiting += 1
    } else {
      absent.insert(event.id.bits)
    }
  }

  /// Looks for the events of the log among those of the folder.
  ///
  /// - Throws: ``StorageError``.
  package func finish() throws -> Report {
    var (count, missing) = (0, 0)
    for form in EventForm.shared {
      let ids = try EventID.fetchCursor(tx.db, sql: "SELECT id FROM \(form.source)")
      while let id = try ids.next() {
        count += 1
        if !met.contains(id.bits) { missing += 1 }
      }
    }
    return Report(
      folder: met.count, log: count, missingInLog: absent.count, missingInFolder: missing,
      waiting: waiting, faults: faults)
  }
}
