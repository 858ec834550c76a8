CREATE INDEX acceptance_of_question ON acceptance(question);

CREATE INDEX card_begun ON card(deck_group) WHERE is_new = 0;

CREATE INDEX card_new ON card(deck_group, position, ordinal) WHERE is_new = 1;

CREATE INDEX group_of_deck ON deck_group(deck, position);

CREATE INDEX identity_of_content ON identity(content);

CREATE INDEX preset_by_name ON preset(name, id);

CREATE INDEX question_by_id ON question(id, deck_group, position, sole);

CREATE INDEX retraction_of_change ON change_retraction(change);

CREATE INDEX retraction_of_import ON import_retraction(import);

CREATE INDEX retraction_of_review ON retraction(review);

CREATE INDEX review_mix_up ON review(question, mistaken_for) WHERE mistaken_for IS NOT NULL;

CREATE INDEX review_of_card ON review(question, direction);

CREATE INDEX schedule_by_day ON schedule(due_day, deck_group, position)
  WHERE due_day IS NOT NULL;

CREATE INDEX schedule_by_introduction ON schedule(introduced_day);

CREATE INDEX schedule_by_time ON schedule(due_time) WHERE due_time IS NOT NULL;

CREATE INDEX suspension_of_card ON suspension(question, direction);

CREATE INDEX wording_of_question ON wording(question);

CREATE TABLE acceptance (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  review BLOB NOT NULL REFERENCES review(id),
  question BLOB NOT NULL,
  answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE change_retraction (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  change BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE course (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  signature TEXT NOT NULL,
  faults TEXT NOT NULL,
  title TEXT
) STRICT;

CREATE TABLE course_step (
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (course, step, ordinal)
) STRICT, WITHOUT ROWID;

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
, more TEXT) STRICT;

CREATE TABLE device (
  id BLOB PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);

CREATE TABLE held (
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  until_day INTEGER,
  PRIMARY KEY (question, direction)
) STRICT, WITHOUT ROWID;

CREATE TABLE identity (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  content BLOB NOT NULL,
  question BLOB NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE import (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  source TEXT NOT NULL,
  deck TEXT NOT NULL,
  after_count INTEGER NOT NULL,
  after_hash INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  before BLOB
) STRICT;

CREATE TABLE import_retraction (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  import BLOB NOT NULL REFERENCES import(id)
) STRICT, WITHOUT ROWID;

CREATE TABLE preset (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  name TEXT NOT NULL,
  reason TEXT NOT NULL,
  weights TEXT NOT NULL,
  learned_from INTEGER,
  retention REAL NOT NULL,
  maximum_interval INTEGER NOT NULL,
  learning_steps TEXT NOT NULL,
  relearning_steps TEXT NOT NULL,
  week TEXT NOT NULL,
  balances INTEGER NOT NULL,
  leech_threshold INTEGER NOT NULL,
  leech_action TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE preset_use (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  preset TEXT NOT NULL,
  retention REAL,
  group_titles TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE question (
  deck_group INTEGER NOT NULL REFERENCES deck_group(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id BLOB NOT NULL,
  content BLOB NOT NULL,
  prompt TEXT NOT NULL,
  hint TEXT,
  answer TEXT NOT NULL,
  more TEXT, sole TEXT,
  PRIMARY KEY (deck_group, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE retraction (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  review BLOB NOT NULL REFERENCES review(id)
) STRICT, WITHOUT ROWID;

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
, place REAL) STRICT, WITHOUT ROWID;

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
  content BLOB NOT NULL, fast_stability REAL, deck_group INTEGER, position INTEGER,
  PRIMARY KEY (question, direction)
) STRICT, WITHOUT ROWID;

CREATE TABLE suspension (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  state TEXT NOT NULL,
  until_day INTEGER,
  review BLOB REFERENCES review(id)
) STRICT, WITHOUT ROWID;

CREATE TABLE unclear (
  known BLOB NOT NULL,
  candidate BLOB NOT NULL,
  group_title TEXT NOT NULL,
  prompt TEXT NOT NULL,
  answer TEXT NOT NULL,
  UNIQUE (known, candidate)
) STRICT;

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

CREATE TRIGGER acceptance_never_DELETE BEFORE DELETE ON acceptance
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER acceptance_never_UPDATE BEFORE UPDATE ON acceptance
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER change_retraction_never_DELETE BEFORE DELETE ON change_retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER change_retraction_never_UPDATE BEFORE UPDATE ON change_retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER identity_never_DELETE BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER identity_never_UPDATE BEFORE UPDATE ON identity
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER import_never_DELETE BEFORE DELETE ON import
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER import_never_UPDATE BEFORE UPDATE ON import
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER import_retraction_never_DELETE BEFORE DELETE ON import_retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER import_retraction_never_UPDATE BEFORE UPDATE ON import_retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER place_when_removed AFTER DELETE ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = OLD.id; END;

CREATE TRIGGER place_when_renamed AFTER UPDATE OF deck_group, position, id, sole ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question IN (OLD.id, NEW.id); END;

CREATE TRIGGER place_when_scheduled AFTER INSERT ON schedule
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = NEW.question AND direction = NEW.direction; END;

CREATE TRIGGER place_when_shelved AFTER INSERT ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = NEW.id; END;

CREATE TRIGGER preset_never_DELETE BEFORE DELETE ON preset
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER preset_never_UPDATE BEFORE UPDATE ON preset
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER preset_use_never_DELETE BEFORE DELETE ON preset_use
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER preset_use_never_UPDATE BEFORE UPDATE ON preset_use
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER retraction_never_DELETE BEFORE DELETE ON retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER retraction_never_UPDATE BEFORE UPDATE ON retraction
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER review_never_DELETE BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER review_never_UPDATE BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER suspension_never_DELETE BEFORE DELETE ON suspension
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER suspension_never_UPDATE BEFORE UPDATE ON suspension
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER wording_never_DELETE BEFORE DELETE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER wording_never_UPDATE BEFORE UPDATE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
