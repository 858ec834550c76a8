// GNU Readline for Swift. Readline keeps its state in C globals, which Swift does not let us touch;
// each function below touches them in our place. All of them belong to the one thread that reads.

#ifndef RABBLE_CREADLINE_H
#define RABBLE_CREADLINE_H

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <readline/readline.h>

/// Never offers a match: Readline would fall back on file names.
static inline char *creadline_no_match(const char *text, int state) {
  (void)text;
  (void)state;
  return NULL;
}

/// Initializes Readline as `rabble`, with its signal handlers off, `complete` behind Tab, bytes
/// from `read_byte`, a function `toggle-live-input` that init files can bind, and the terminal taken
/// by `take_terminal`, before a prompt is shown.
static inline void creadline_set_up(
    rl_completion_func_t *complete, rl_getc_func_t *read_byte,
    rl_command_func_t *toggle_live_input, rl_vintfunc_t *take_terminal) {
  rl_readline_name = "rabble";
  rl_add_defun("toggle-live-input", toggle_live_input, -1);
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_completion_entry_function = creadline_no_match;
  rl_attempted_completion_function = complete;
  rl_getc_function = read_byte;
  rl_prep_term_function = take_terminal;
  rl_completer_word_break_characters = " \t\n";
  rl_initialize();
}

/// Lets bytes above 127 through, whatever an init file says: they are UTF-8.
static inline void creadline_accept_eight_bits(void) {
  rl_variable_bind("input-meta", "on");
  rl_variable_bind("output-meta", "on");
  rl_variable_bind("convert-meta", "off");
}

/// Says that the matches just returned, even none, are all there are, and that none is a file.
static inline void creadline_finish_completion(void) {
  rl_attempted_completion_over = 1;
  rl_filename_completion_desired = 0;
  rl_completion_append_character = '\0';
}

/// Gives up the line being edited: shows `^C` behind it, leaves the cursor on a fresh line and the
/// terminal as it was before.
static inline void creadline_cancel_line(void) {
  rl_callback_sigcleanup();
  rl_free_line_state();
  rl_point = rl_end;
  rl_redisplay();
  rl_echo_signal_char(SIGINT);
  rl_crlf();
  fflush(rl_outstream);
  rl_callback_handler_remove();
}

/// Takes the terminal over again after a stop and draws the line being edited again.
static inline void creadline_take_terminal_back(void) {
  rl_deprep_terminal();
  rl_prep_term_function(1);
  rl_forced_update_display();
}

/// Whether the terminal can erase the rest of a line: one that can't shows every change below or
/// behind what was there.
static inline int creadline_can_erase(void) {
  const char *capability = rl_get_termcap("ce");
  return capability != NULL && *capability != '\0';
}

/// The byte of the line before which the cursor stands.
static inline int creadline_point(void) { return rl_point; }

/// The length of the line in bytes.
static inline int creadline_length(void) { return rl_end; }

/// Whether letters are inserted, not written over others.
static inline int creadline_is_inserting(void) { return rl_insert_mode != 0; }

/// Puts the cursor behind the line.
static inline void creadline_move_to_end(void) { rl_point = rl_end; }

/// Replaces a number of bytes before the cursor, as one step of undo.
static inline void creadline_replace(int erased, const char *text) {
  rl_begin_undo_group();
  if (erased > 0) {
    rl_point -= erased;
    rl_delete_text(rl_point, rl_point + erased);
  }
  if (*text != '\0') rl_insert_text(text);
  rl_end_undo_group();
}

/// Shows another prompt before the line being edited.
static inline void creadline_change_prompt(const char *prompt) {
  rl_clear_visible_line();
  rl_set_prompt(prompt);
  rl_forced_update_display();
}

/// Puts `after` behind those of the keys from `first` to `last` that `before` is behind, in every
/// keymap in which lines are typed.
static inline void creadline_rebind(
    rl_command_func_t *before, rl_command_func_t *after, int first, int last) {
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (int map = 0; map < 3; map++) {
    for (int key = first; key <= last; key++) {
      KEYMAP_ENTRY *entry = &maps[map][key];
      if (entry->type == ISFUNC && entry->function == before) entry->function = after;
    }
  }
}

/// The same for what a terminal sends before a paste.
static inline void creadline_rebind_paste(rl_command_func_t *before, rl_command_func_t *after) {
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (int map = 0; map < 3; map++) {
    int type = ISMACR;
    rl_command_func_t *bound = rl_function_of_keyseq("\033[200~", maps[map], &type);
    if (type == ISFUNC && bound == before) rl_bind_keyseq_in_map("\033[200~", after, maps[map]);
  }
}

/// Hands a signal to `handler` and tells what it did before. A signal that is ignored stays so.
static inline void creadline_catch_signal(
    int signal, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(signal, NULL, previous);
  if (previous->sa_handler != SIG_IGN) sigaction(signal, &action, NULL);
}

/// Ignores SIGPIPE and tells what it did before.
static inline void creadline_ignore_broken_pipes(struct sigaction *previous) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &action, previous);
}

/// Stops the process as SIGTSTP does by default; returns when it is continued, and at once where no
/// shell is there to continue it.
static inline void creadline_stop(void) {
  struct sigaction action = {.sa_handler = SIG_DFL}, previous;
  sigaction(SIGTSTP, &action, &previous);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &previous, NULL);
}

/// Stops, as any job in the background that wants the terminal, until the shell gives it back. Until then the
/// terminal's settings are those of the shell, which echoes no keys: Readline would not show its line.
static inline void creadline_wait_for_foreground(void) {
  // Where nothing can stop, as in an orphaned process group, this ends at once.
  for (int tries = 0; tries < 100; tries++) {
    pid_t foreground = tcgetpgrp(STDIN_FILENO);
    if (foreground < 0 || foreground == getpgrp()) return;
    kill(0, SIGTTOU);
  }
}

/// Has the terminal send the key that stops programs, Ctrl-Z, as any other key, with `stop` behind it:
/// a terminal that makes a signal of it throws away what was typed before and not read yet. Readline
/// must have set the terminal up; it sets it back as it was.
static inline void creadline_read_stop_key(rl_command_func_t *stop) {
  struct termios settings;
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return;
  cc_t key = settings.c_cc[VSUSP];
  if (key == _POSIX_VDISABLE) return;
  settings.c_cc[VSUSP] = _POSIX_VDISABLE;
  if (tcsetattr(STDIN_FILENO, TCSANOW, &settings) != 0) return;
  Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap};
  for (int map = 0; map < 3; map++) rl_bind_key_in_map(key, stop, maps[map]);
}

/// The number of columns of the terminal behind a descriptor, or 0 when it has none.
static inline int creadline_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// The number of rows of the terminal behind a descriptor, or 0 when it has none.
static inline int creadline_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/// The number of bytes that can be read from a terminal without waiting.
static inline int creadline_waiting_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

#endif
