// The lists are read while this is compiled, so that the program needs no file beside it. An array of bytes
// in Swift takes half a minute to compile.

#include "CEnglishWords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char common[] = {
#embed "common.txt"
};

static const unsigned char others[] = {
#embed "others.txt"
};

struct EnglishWords english_common_words(void) {
  return (struct EnglishWords){common, sizeof common};
}

struct EnglishWords english_other_words(void) {
  return (struct EnglishWords){others, sizeof others};
}
