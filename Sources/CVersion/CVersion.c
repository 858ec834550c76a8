#include "CVersion.h"

#ifndef RABBLE_COMMIT
#define RABBLE_COMMIT ""
#endif

const char *const rabble_commit = RABBLE_COMMIT;
