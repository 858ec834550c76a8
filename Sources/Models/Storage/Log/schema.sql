-- The tables of a study log, version 1.

-- What the learner did: one immutable row an event. Each has an identity (a UUID of version 7, 16 bytes), the device that
-- made it, its time in milliseconds since 1970, and a check value over all its columns (EventCheck.swift).

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
  answer TEXT NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX wording_of_question ON wording(question);

CREATE TRIGGER wording_never_UPDATE BEFORE UPDATE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER wording_never_DELETE BEFORE DELETE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

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
  duration INTEGER NOT NULL,
  place REAL,
  check_value INTEGER NOT NULL,
  revises BLOB,
  occasion TEXT,
  kind TEXT,
  cause BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX review_mix_up ON review(question, mistaken_for) WHERE mistaken_for IS NOT NULL;

CREATE INDEX review_outside_schedule ON review(question, direction, grade)
  WHERE occasion = 'cram';

CREATE INDEX review_slip ON review(slip, question, direction) WHERE slip IS NOT NULL;

CREATE INDEX review_by_cause ON review(cause) WHERE cause IS NOT NULL;

CREATE INDEX review_of_card ON review(
  question, direction, id, device, time, utc_offset, wording, grade, typed, verdict, slip,
  mistaken_for, hint_used, duration, place, revises, occasion, kind, cause, check_value);

CREATE TRIGGER review_never_UPDATE BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER review_never_DELETE BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE INDEX review_by_revised ON review(revises) WHERE revises IS NOT NULL;

CREATE TABLE undo (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  target BLOB NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX undo_of_target ON undo(target);

CREATE TRIGGER undo_never_UPDATE BEFORE UPDATE ON undo
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER undo_never_DELETE BEFORE DELETE ON undo
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE redo (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  target BLOB NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX redo_of_undo ON redo(target);

CREATE TRIGGER redo_never_UPDATE BEFORE UPDATE ON redo
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER redo_never_DELETE BEFORE DELETE ON redo
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE acceptance (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  review BLOB NOT NULL REFERENCES review(id),
  question BLOB NOT NULL,
  answer TEXT NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX acceptance_of_question ON acceptance(question);

CREATE TRIGGER acceptance_never_UPDATE BEFORE UPDATE ON acceptance
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER acceptance_never_DELETE BEFORE DELETE ON acceptance
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE withdrawal (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  answer TEXT NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX withdrawal_of_card ON withdrawal(question, direction);

CREATE TRIGGER withdrawal_never_UPDATE BEFORE UPDATE ON withdrawal
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER withdrawal_never_DELETE BEFORE DELETE ON withdrawal
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE suspension (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  state TEXT NOT NULL,
  until_day INTEGER,
  review BLOB REFERENCES review(id),
  check_value INTEGER NOT NULL,
  cause BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX suspension_of_card ON suspension(question, direction);

CREATE INDEX suspension_by_cause ON suspension(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER suspension_never_UPDATE BEFORE UPDATE ON suspension
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER suspension_never_DELETE BEFORE DELETE ON suspension
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE adjustment (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  wording BLOB REFERENCES wording(id),
  kind TEXT NOT NULL,
  stability REAL,
  difficulty REAL,
  interval INTEGER,
  due_day INTEGER,
  command TEXT NOT NULL,
  days INTEGER,
  cause BLOB,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX adjustment_of_card ON adjustment(question, direction);

CREATE INDEX adjustment_by_cause ON adjustment(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER adjustment_never_UPDATE BEFORE UPDATE ON adjustment
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER adjustment_never_DELETE BEFORE DELETE ON adjustment
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE mark (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT,
  is_on INTEGER NOT NULL,
  cause BLOB,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mark_of_card ON mark(question, direction, kind, name);

CREATE INDEX mark_by_cause ON mark(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER mark_never_UPDATE BEFORE UPDATE ON mark
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER mark_never_DELETE BEFORE DELETE ON mark
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

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
  leech_action TEXT NOT NULL,
  check_value INTEGER NOT NULL,
  cause BLOB,
  ignored_before INTEGER,
  new_per_day INTEGER,
  reviews_per_day INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX preset_by_name ON preset(name, id);

CREATE INDEX preset_by_cause ON preset(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER preset_never_UPDATE BEFORE UPDATE ON preset
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER preset_never_DELETE BEFORE DELETE ON preset
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE preset_use (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  preset TEXT NOT NULL,
  retention REAL,
  group_titles TEXT NOT NULL,
  check_value INTEGER NOT NULL,
  cause BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX preset_use_by_cause ON preset_use(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER preset_use_never_UPDATE BEFORE UPDATE ON preset_use
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER preset_use_never_DELETE BEFORE DELETE ON preset_use
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE group_rename (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  title_before TEXT NOT NULL,
  title_after TEXT NOT NULL,
  cause BLOB,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX group_rename_by_cause ON group_rename(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER group_rename_never_UPDATE BEFORE UPDATE ON group_rename
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER group_rename_never_DELETE BEFORE DELETE ON group_rename
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

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
  before BLOB,
  check_value INTEGER NOT NULL
) STRICT;

CREATE TRIGGER import_never_UPDATE BEFORE UPDATE ON import
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER import_never_DELETE BEFORE DELETE ON import
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE foreign_change (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  kind TEXT NOT NULL,
  interval INTEGER NOT NULL,
  cause BLOB NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX foreign_change_of_card ON foreign_change(question, direction);

CREATE TRIGGER foreign_change_never_UPDATE BEFORE UPDATE ON foreign_change
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER foreign_change_never_DELETE BEFORE DELETE ON foreign_change
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE deck_edit (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  path TEXT NOT NULL,
  what TEXT NOT NULL,
  before_digest BLOB,
  after_digest BLOB,
  cause BLOB,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX deck_edit_by_cause ON deck_edit(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER deck_edit_never_UPDATE BEFORE UPDATE ON deck_edit
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER deck_edit_never_DELETE BEFORE DELETE ON deck_edit
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE identity (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  content BLOB NOT NULL,
  question BLOB NOT NULL,
  reason TEXT NOT NULL,
  check_value INTEGER NOT NULL,
  cause BLOB,
  utc_offset INTEGER,
  known BLOB,
  known_group TEXT,
  known_prompt TEXT,
  known_answer TEXT,
  group_title TEXT,
  prompt TEXT,
  answer TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_of_content ON identity(content);

CREATE INDEX identity_by_cause ON identity(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER identity_never_UPDATE BEFORE UPDATE ON identity
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER identity_never_DELETE BEFORE DELETE ON identity
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE log_union (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  source TEXT NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_union_never_UPDATE BEFORE UPDATE ON log_union
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER log_union_never_DELETE BEFORE DELETE ON log_union
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TABLE log_union_item (
  event BLOB PRIMARY KEY NOT NULL,
  log_union BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX log_union_item_by_union ON log_union_item(log_union);

CREATE TABLE device_name (
  id BLOB PRIMARY KEY NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  name TEXT NOT NULL,
  check_value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER device_name_never_UPDATE BEFORE UPDATE ON device_name
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER device_name_never_DELETE BEFORE DELETE ON device_name
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

-- What is computed from the events: rebuilt by a replay.

-- The events that do not count, each with the undo or the answer of another grade because of which.
CREATE TABLE undone (
  target BLOB NOT NULL,
  id BLOB NOT NULL,
  PRIMARY KEY (target, id)
) STRICT, WITHOUT ROWID;

-- The answers that count: neither undone nor replaced nor brought by an import that was undone.
CREATE VIEW counted_review AS
SELECT * FROM review
WHERE NOT EXISTS (SELECT 1 FROM undone u WHERE u.target = review.id)
  AND (review.cause IS NULL OR NOT EXISTS (SELECT 1 FROM undone u WHERE u.target = review.cause));

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
  deck_group INTEGER,
  position INTEGER,
  again_time INTEGER,
  hard_time INTEGER,
  good_time INTEGER,
  easy_time INTEGER,
  PRIMARY KEY (question, direction)
) STRICT, WITHOUT ROWID;

CREATE INDEX schedule_by_time ON schedule(due_time) WHERE due_time IS NOT NULL;

CREATE INDEX schedule_by_introduction ON schedule(introduced_day);

CREATE INDEX schedule_by_day ON schedule(due_day, deck_group, position)
  WHERE due_day IS NOT NULL;

CREATE TABLE held (
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  until_day INTEGER,
  PRIMARY KEY (question, direction)
) STRICT, WITHOUT ROWID;

CREATE TABLE marked (
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT,
  PRIMARY KEY (question, direction, kind, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX marked_by_kind ON marked(kind, name);

-- What was read from the deck files.

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
  questions INTEGER NOT NULL,
  more TEXT
) STRICT;

CREATE INDEX group_of_deck ON deck_group(deck, position);

CREATE TABLE question (
  deck_group INTEGER NOT NULL REFERENCES deck_group(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id BLOB NOT NULL,
  content BLOB NOT NULL,
  prompt TEXT NOT NULL,
  hint TEXT,
  answer TEXT NOT NULL,
  more TEXT,
  sole TEXT,
  added_day INTEGER,
  PRIMARY KEY (deck_group, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_by_id ON question(id, deck_group, position, sole);

CREATE INDEX question_added ON question(added_day) WHERE added_day IS NOT NULL;

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

CREATE INDEX card_new ON card(deck_group, position, ordinal) WHERE is_new = 1;

CREATE INDEX card_begun ON card(deck_group) WHERE is_new = 0;

CREATE TABLE answer_index (
  id INTEGER PRIMARY KEY,
  deck_group INTEGER NOT NULL REFERENCES deck_group(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (deck_group, kind)
) STRICT;

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

CREATE TABLE unclear (
  known BLOB NOT NULL,
  candidate BLOB NOT NULL,
  group_title TEXT NOT NULL,
  prompt TEXT NOT NULL,
  answer TEXT NOT NULL,
  UNIQUE (known, candidate)
) STRICT;

-- The contents of decks that edits can be undone to.

CREATE TABLE deck_content (
  digest BLOB PRIMARY KEY NOT NULL,
  number INTEGER NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;

-- Folders by which devices exchange events.

CREATE TABLE sync_folder (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  device BLOB NOT NULL,
  newest BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL
) STRICT;

CREATE TABLE sync_file (
  folder INTEGER NOT NULL REFERENCES sync_folder(id) ON DELETE CASCADE,
  device BLOB NOT NULL,
  name TEXT NOT NULL,
  offset INTEGER NOT NULL,
  tail INTEGER NOT NULL,
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  is_closed INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  PRIMARY KEY (folder, device, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_owed (
  folder INTEGER NOT NULL REFERENCES sync_folder(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  event BLOB NOT NULL,
  PRIMARY KEY (folder, kind, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_waiting (
  line BLOB PRIMARY KEY NOT NULL,
  reason TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;

-- What a replay of the answers says of them, for reports.

CREATE TABLE answer_block (
  number INTEGER PRIMARY KEY NOT NULL,
  events INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  hard_use BLOB NOT NULL,
  names BLOB NOT NULL,
  cards BLOB NOT NULL,
  answers BLOB NOT NULL,
  memories BLOB NOT NULL
) STRICT;

CREATE TABLE answer_extent (
  last BLOB NOT NULL,
  basis BLOB,
  events INTEGER NOT NULL,
  cards INTEGER NOT NULL,
  groups INTEGER NOT NULL,
  presets INTEGER NOT NULL
) STRICT;

CREATE TABLE answer_card (
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  phase INTEGER,
  step INTEGER,
  stability REAL,
  difficulty REAL,
  due_day INTEGER,
  due_time INTEGER,
  interval INTEGER,
  last_time INTEGER,
  last_offset INTEGER,
  repetitions INTEGER,
  lapses INTEGER,
  scheduler INTEGER NOT NULL,
  last_day INTEGER,
  had_previous_day INTEGER NOT NULL,
  average_stability REAL,
  average_difficulty REAL,
  average_time INTEGER,
  average_offset INTEGER,
  PRIMARY KEY (question, direction)
) STRICT, WITHOUT ROWID;

-- Where the question of a schedule is in its deck, for the queue.

CREATE TRIGGER place_when_scheduled AFTER INSERT ON schedule
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = NEW.question AND direction = NEW.direction; END;

CREATE TRIGGER place_when_shelved AFTER INSERT ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = NEW.id; END;

CREATE TRIGGER place_when_removed AFTER DELETE ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question = OLD.id; END;

CREATE TRIGGER place_when_renamed AFTER UPDATE OF deck_group, position, id, sole ON question
BEGIN UPDATE schedule SET (deck_group, position) = (SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction) WHERE question IN (OLD.id, NEW.id); END;
