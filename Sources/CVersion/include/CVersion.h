/// The commit that the program was built from, such as `3a1e82a`; empty where the build did not know it.
extern const char *const rabble_commit;
