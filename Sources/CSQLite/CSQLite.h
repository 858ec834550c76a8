// What Swift can't call of SQLite: functions with a variable number of arguments, and the methods of
// an open file.

#ifndef RABBLE_CSQLITE_H
#define RABBLE_CSQLITE_H

#include <sqlite3.h>

/// Has a connection treat what it reads as input: SQL can't damage the file, and no function that a
/// schema names runs unless it is harmless.
static inline int csqlite_distrust_file(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/// Has a connection run no trigger and read no view that a database brings along.
static inline int csqlite_run_no_schema(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Leaves the write-ahead log as it is when the connection is closed.
static inline int csqlite_keep_write_ahead_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline int csqlite_note_pages(void *pages, sqlite3 *connection, const char *name, int count) {
  (void)connection, (void)name;
  *(int *)pages = count;
  return SQLITE_OK;
}

/// Has a connection note with each of its commits how many pages the write-ahead log holds. `pages`
/// lasts as long as anything is committed.
static inline void csqlite_note_write_ahead_log(sqlite3 *connection, int *pages) {
  sqlite3_wal_hook(connection, csqlite_note_pages, pages);
}

/// Reads the first bytes of the database file through the connection's own descriptor: closing
/// another one would release its locks. Bytes that the file does not have become 0.
static inline int csqlite_read_header(sqlite3 *connection, void *bytes, int count) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  code = file->pMethods->xRead(file, bytes, count, 0);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

/// Whether the database file has been renamed or deleted since the connection opened it.
static inline int csqlite_has_moved(sqlite3 *connection) {
  int moved = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return code == SQLITE_OK && moved != 0;
}

#endif
