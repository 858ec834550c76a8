#ifndef ENGLISH_WORDS_H
#define ENGLISH_WORDS_H

/// The bytes of a list of words, which live as long as the program.
struct EnglishWords {
  const unsigned char *_Nonnull start;
  long count;
};

/// The 11,111 commonest words.
struct EnglishWords english_common_words(void);

/// 45,070 more words, names and abbreviations.
struct EnglishWords english_other_words(void);

#endif
