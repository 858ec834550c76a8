-- The tables of a study log, version 1.

-- What the learner did: one immutable row an event. Each has an identity (a UUID of version 7, 16 bytes), the device that
-- made it, its time in milliseconds since 1970, and a check value over all its fields (EventCheck.swift). `seq` is the
-- order in which events came into this log, `id` that in which they happened.

-- The devices on which events were made; this one is `is_own`.
CREATE TABLE device (
  n INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  is_own INTEGER NOT NULL
) STRICT;

-- The cards that were answered: a question and what is asked of it.
CREATE TABLE card (
  n INTEGER PRIMARY KEY,
  question BLOB NOT NULL,
  direction TEXT NOT NULL,
  UNIQUE (question, direction)
) STRICT;

-- What cards showed when they were asked. Reviews refer to it.
CREATE TABLE wording (
  n INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  question BLOB NOT NULL,
  content BLOB NOT NULL,
  position INTEGER NOT NULL,
  check_value INTEGER NOT NULL,
  deck TEXT NOT NULL,
  group_title TEXT NOT NULL,
  prompt TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT;

CREATE INDEX wording_of_question ON wording(question);

CREATE INDEX wording_without_deck ON wording(group_title, id) WHERE deck = '';

CREATE TRIGGER wording_never_UPDATE BEFORE UPDATE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER wording_never_DELETE BEFORE DELETE ON wording
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

-- The answers, in the order in which they came into this log. From `state` to `lapses` stands what was true of the card
-- then, and what came of it (AnswerFacts.swift): it follows from the events and has no part in the check value.
CREATE TABLE review (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  card INTEGER NOT NULL REFERENCES card(n),
  device INTEGER NOT NULL REFERENCES device(n),
  wording INTEGER NOT NULL REFERENCES wording(n),
  time INTEGER NOT NULL,
  utc_offset INTEGER NOT NULL,
  grade INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 4),
  duration INTEGER NOT NULL,
  hint_used INTEGER NOT NULL,
  place REAL,
  check_value INTEGER NOT NULL,
  state INTEGER NOT NULL,
  first_of_day INTEGER NOT NULL,
  interval_before INTEGER NOT NULL,
  recall REAL,
  target REAL NOT NULL,
  stability REAL NOT NULL,
  difficulty REAL NOT NULL,
  phase INTEGER NOT NULL,
  lapses INTEGER NOT NULL,
  cause BLOB,
  revises BLOB,
  mistaken_for BLOB,
  occasion TEXT,
  kind TEXT,
  verdict TEXT,
  mistake TEXT,
  typed TEXT
) STRICT;

CREATE INDEX review_of_card ON review(card);

CREATE INDEX review_mix_up ON review(mistaken_for) WHERE mistaken_for IS NOT NULL;

CREATE INDEX review_outside_schedule ON review(time) WHERE occasion = 'cram';

CREATE INDEX review_mistake ON review(mistake) WHERE mistake IS NOT NULL;

CREATE INDEX review_by_cause ON review(cause) WHERE cause IS NOT NULL;

CREATE INDEX review_by_revised ON review(revises) WHERE revises IS NOT NULL;

CREATE TRIGGER review_never_UPDATE BEFORE UPDATE OF seq, id, card, device, wording, time, utc_offset,
  grade, duration, hint_used, place, check_value, cause, revises, mistaken_for, occasion, kind,
  verdict, mistake, typed ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER review_never_DELETE BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

-- All other events. `target` is what an event is about, where that is an event or a text; `body` has the rest as
-- JSON, with identities as UUIDs and numbers that need not be whole as texts.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  device BLOB NOT NULL,
  time INTEGER NOT NULL,
  utc_offset INTEGER,
  question BLOB,
  direction TEXT,
  target BLOB,
  cause BLOB,
  check_value INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE INDEX event_of_kind ON event(kind, question, direction, id);

CREATE INDEX event_by_target ON event(target) WHERE target IS NOT NULL;

CREATE INDEX event_by_cause ON event(cause) WHERE cause IS NOT NULL;

CREATE TRIGGER event_never_UPDATE BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER event_never_DELETE BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

-- Which events a union with another log brought.
CREATE TABLE log_union_item (
  event BLOB PRIMARY KEY NOT NULL,
  log_union BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX log_union_item_by_union ON log_union_item(log_union);

-- Each kind of event with its fields, as lines have them.

CREATE VIEW whole_review AS
SELECT r.seq, r.id, d.id AS device, r.time, r.utc_offset, c.question, c.direction, w.id AS wording,
  r.grade, r.typed, r.verdict, r.mistake, r.mistaken_for, r.hint_used, r.duration, r.place, r.revises,
  r.occasion, r.kind, r.cause, r.check_value, r.card AS card_number, r.state, r.first_of_day,
  r.interval_before, r.recall, r.target, r.stability, r.difficulty, r.phase, r.lapses,
  w.deck, w.group_title, w.content, w.prompt, w.answer
FROM review r JOIN card c ON c.n = r.card JOIN device d ON d.n = r.device JOIN wording w ON w.n = r.wording;

CREATE VIEW undo AS
SELECT id, device, time, target, check_value
FROM event WHERE kind = 'undo';

CREATE VIEW redo AS
SELECT id, device, time, target, check_value
FROM event WHERE kind = 'redo';

CREATE VIEW acceptance AS
SELECT id, device, time, target AS review, question, body->>'answer' AS answer, check_value
FROM event WHERE kind = 'acceptance';

CREATE VIEW withdrawal AS
SELECT id, device, time, utc_offset, question, direction, body->>'answer' AS answer, check_value
FROM event WHERE kind = 'withdrawal';

CREATE VIEW suspension AS
SELECT id, device, time, utc_offset, question, direction, body->>'state' AS state,
  body->>'until_day' AS until_day, target AS review, cause, check_value
FROM event WHERE kind = 'suspension';

CREATE VIEW adjustment AS
SELECT id, device, time, utc_offset, question, direction, target AS wording, body->>'kind' AS kind,
  body->>'stability' AS stability, body->>'difficulty' AS difficulty, body->>'interval' AS interval,
  body->>'due_day' AS due_day, body->>'command' AS command, body->>'days' AS days, cause, check_value
FROM event WHERE kind = 'adjustment';

CREATE VIEW mark AS
SELECT id, device, time, utc_offset, question, direction, body->>'kind' AS kind, body->>'name' AS name,
  body->>'value' AS value, body->>'is_on' AS is_on, cause, check_value
FROM event WHERE kind = 'mark';

CREATE VIEW preset AS
SELECT id, device, time, utc_offset, body->>'name' AS name, body->>'reason' AS reason,
  body->>'weights' AS weights, body->>'learned_from' AS learned_from, body->>'retention' AS retention,
  body->>'slope' AS slope, body->>'maximum_interval' AS maximum_interval, body->>'learning_steps' AS learning_steps,
  body->>'relearning_steps' AS relearning_steps, body->>'week' AS week, body->>'balances' AS balances,
  body->>'leech_threshold' AS leech_threshold, body->>'leech_action' AS leech_action,
  body->>'ignored_before' AS ignored_before, body->>'new_per_day' AS new_per_day,
  body->>'reviews_per_day' AS reviews_per_day, cause, check_value
FROM event WHERE kind = 'preset';

CREATE VIEW preset_use AS
SELECT id, device, time, utc_offset, body->>'preset' AS preset, body->>'retention' AS retention,
  body->>'groups' AS groups, cause, check_value
FROM event WHERE kind = 'preset_use';

CREATE VIEW group_rename AS
SELECT id, device, time, utc_offset, body->>'deck_before' AS deck_before,
  body->>'title_before' AS title_before, body->>'deck_after' AS deck_after,
  body->>'title_after' AS title_after, cause, check_value
FROM event WHERE kind = 'group_rename';

CREATE VIEW import AS
SELECT id, device, time, utc_offset, body->>'source' AS source, body->>'deck' AS deck,
  body->>'taken' AS taken, body->>'updated' AS updated, check_value
FROM event WHERE kind = 'import';

CREATE VIEW foreign_change AS
SELECT id, device, time, utc_offset, question, direction, body->>'kind' AS kind,
  body->>'interval' AS interval, cause, check_value
FROM event WHERE kind = 'foreign_change';

CREATE VIEW deck_edit AS
SELECT id, device, time, utc_offset, body->>'path' AS path, body->>'what' AS what,
  body->>'before_digest' AS before_digest, body->>'after_digest' AS after_digest, cause, check_value
FROM event WHERE kind = 'deck_edit';

CREATE VIEW identity AS
SELECT id, device, time, utc_offset, target AS content, question, body->>'reason' AS reason,
  body->>'known' AS known, body->>'known_group' AS known_group, body->>'known_prompt' AS known_prompt,
  body->>'known_answer' AS known_answer, body->>'group_title' AS group_title, body->>'prompt' AS prompt,
  body->>'answer' AS answer, cause, check_value
FROM event WHERE kind = 'identity';

CREATE VIEW log_union AS
SELECT id, device, time, utc_offset, body->>'source' AS source, check_value
FROM event WHERE kind = 'log_union';

CREATE VIEW device_name AS
SELECT id, device, time, utc_offset, body->>'name' AS name, check_value
FROM event WHERE kind = 'device_name';

-- What is computed from the events: rebuilt by a replay.

-- The events that do not count, each with the undo or the answer of another grade because of which.
CREATE TABLE undone (
  target BLOB NOT NULL,
  id BLOB NOT NULL,
  PRIMARY KEY (target, id)
) STRICT, WITHOUT ROWID;

-- The answers that count: neither undone nor replaced nor brought by an import that was undone.
CREATE VIEW counted_review AS
SELECT * FROM whole_review r
WHERE NOT EXISTS (SELECT 1 FROM undone u WHERE u.target = r.id)
  AND (r.cause IS NULL OR NOT EXISTS (SELECT 1 FROM undone u WHERE u.target = r.cause));

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

-- What was read from the deck files. The name of a deck is its path below its decks folder, without the ending.

CREATE TABLE deck (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
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
  folded TEXT NOT NULL,
  PRIMARY KEY (deck_group, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_by_id ON question(id, deck_group, position, sole);

CREATE INDEX question_added ON question(added_day) WHERE added_day IS NOT NULL;

CREATE TABLE deck_card (
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

CREATE INDEX card_new ON deck_card(deck_group, position, ordinal) WHERE is_new = 1;

CREATE INDEX card_begun ON deck_card(deck_group) WHERE is_new = 0;

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

-- Folders by which devices exchange events. All that came into the log before these numbers is in the folder.

CREATE TABLE sync_folder (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  device BLOB NOT NULL,
  reviews INTEGER NOT NULL,
  events INTEGER NOT NULL,
  wordings INTEGER NOT NULL,
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

CREATE TABLE sync_waiting (
  line BLOB PRIMARY KEY NOT NULL,
  reason TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;

-- What reports ask of answers, side by side: a copy that is added to as answers come (ReviewBlocks.swift).

CREATE TABLE review_block (
  first INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  cause BLOB,
  lowest INTEGER NOT NULL,
  highest INTEGER NOT NULL,
  is_sorted INTEGER NOT NULL,
  causes BLOB NOT NULL,
  answers BLOB NOT NULL
) STRICT;

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
