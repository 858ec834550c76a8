import GRDB

extension StudyLog {
  /// The tables. A migration that has shipped is never edited: changes come as a new one.
  ///
  /// `review`, `wording`, `retraction`, `acceptance` and `identity` hold the truth: what the learner did, one
  /// immutable row an event, keyed by a UUID of version 7. `schedule` is computed from them and
  /// `deck`, `deck_group`, `question`, `card` and `course` from the deck files; either may be emptied
  /// and is rebuilt.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: events, schedule, decks") { db in
      try db.execute(sql: events)
      for table in ["review", "wording", "retraction", "acceptance", "identity"] {
        try forbidChanges(db, of: table)
      }
      try db.execute(sql: caches)
    }
    migrator.registerMigration("2: cards") { db in
      try db.execute(sql: cards)
    }
    migrator.registerMigration("3: unclear identities") { db in
      try db.execute(sql: unclear)
    }
    migrator.registerMigration("4: imports") { db in try createImports(db) }
    migrator.registerMigration("5: presets") { db in try createPresets(db) }
    migrator.registerMigration("6: places, courses") { db in
      try createPlaces(db)
      try createCourses(db)
    }
    return migrator
  }

  private static let events = """
    CREATE TABLE device (
      id BLOB PRIMARY KEY NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wording (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      question BLOB NOT NULL,
      content BLOB NOT NULL,
      group_title TEXT NOT NULL,
      position INTEGER NOT NULL,
      prompt TEXT NOT NULL,
      answer TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX wording_of_question ON wording(question);

    CREATE TABLE review (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      question BLOB NOT NULL,
      direction TEXT NOT NULL,
      wording BLOB NOT NULL REFERENCES wording(id),
      grade INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 4),
      typed TEXT,
      verdict TEXT,
      slip TEXT,
      mistaken_for BLOB,
      hint_used INTEGER NOT NULL,
      duration INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX review_of_card ON review(question, direction);
    CREATE INDEX review_mix_up ON review(question, mistaken_for) WHERE mistaken_for IS NOT NULL;

    CREATE TABLE retraction (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      review BLOB NOT NULL REFERENCES review(id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX retraction_of_review ON retraction(review);

    CREATE TABLE acceptance (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      review BLOB NOT NULL REFERENCES review(id),
      question BLOB NOT NULL,
      answer TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX acceptance_of_question ON acceptance(question);

    CREATE TABLE identity (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      content BLOB NOT NULL,
      question BLOB NOT NULL,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_of_content ON identity(content);
    """

  private static let caches = """
    CREATE TABLE schedule (
      question BLOB NOT NULL,
      direction TEXT NOT NULL,
      phase INTEGER NOT NULL,
      step INTEGER NOT NULL,
      stability REAL NOT NULL,
      difficulty REAL NOT NULL,
      due_day INTEGER,
      due_time INTEGER,
      interval INTEGER NOT NULL,
      last_time INTEGER NOT NULL,
      last_offset INTEGER NOT NULL,
      repetitions INTEGER NOT NULL,
      lapses INTEGER NOT NULL,
      introduced_day INTEGER NOT NULL,
      correct INTEGER NOT NULL,
      incorrect INTEGER NOT NULL,
      wording BLOB NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (question, direction)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX schedule_by_day ON schedule(due_day) WHERE due_day IS NOT NULL;
    CREATE INDEX schedule_by_time ON schedule(due_time) WHERE due_time IS NOT NULL;
    CREATE INDEX schedule_by_introduction ON schedule(introduced_day);

    CREATE TABLE deck (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      signature TEXT NOT NULL,
      faults TEXT NOT NULL
    ) STRICT;

    CREATE TABLE deck_group (
      id INTEGER PRIMARY KEY,
      deck INTEGER NOT NULL REFERENCES deck(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      questions INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX group_of_deck ON deck_group(deck, position);

    CREATE TABLE question (
      deck_group INTEGER NOT NULL REFERENCES deck_group(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id BLOB NOT NULL,
      content BLOB NOT NULL,
      is_new INTEGER NOT NULL,
      prompt TEXT NOT NULL,
      hint TEXT,
      answer TEXT NOT NULL,
      more TEXT,
      PRIMARY KEY (deck_group, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX question_by_id ON question(id, deck_group, position);
    CREATE INDEX question_new ON question(deck_group, position, id) WHERE is_new = 1;
    """

  /// One row a card, in the order in which a question's cards are introduced. `question.sole` is the
  /// direction of a question's only card, so that the queue need not look for it; NULL when it has
  /// several. Until its deck is read again, for which its signature is forgotten, a question is asked
  /// as it was before.
  private static let cards = """
    CREATE TABLE card (
      deck_group INTEGER NOT NULL,
      position INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      direction TEXT NOT NULL,
      is_new INTEGER NOT NULL,
      siblings INTEGER NOT NULL,
      PRIMARY KEY (deck_group, position, ordinal),
      FOREIGN KEY (deck_group, position) REFERENCES question(deck_group, position)
        ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO card (deck_group, position, ordinal, direction, is_new, siblings)
    SELECT q.deck_group, q.position, 0, 'answer', q.is_new, 0 FROM question q;
    CREATE INDEX card_new ON card(deck_group, position, ordinal) WHERE is_new = 1;
    CREATE INDEX card_begun ON card(deck_group) WHERE is_new = 0;

    DROP INDEX question_new;
    ALTER TABLE question DROP COLUMN is_new;
    ALTER TABLE question ADD COLUMN sole TEXT;
    UPDATE question SET sole = 'answer';
    DROP INDEX question_by_id;
    CREATE INDEX question_by_id ON question(id, deck_group, position, sole);
    ALTER TABLE deck_group ADD COLUMN more TEXT;
    UPDATE deck SET signature = '';
    """

  /// What an edit left undecided: computed when a deck is read, and gone once it is decided.
  private static let unclear = """
    CREATE TABLE unclear (
      known BLOB NOT NULL,
      candidate BLOB NOT NULL,
      group_title TEXT NOT NULL,
      prompt TEXT NOT NULL,
      answer TEXT NOT NULL,
      UNIQUE (known, candidate)
    ) STRICT;
    """
}
