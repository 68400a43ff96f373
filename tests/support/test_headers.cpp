// Whose precompiled headers all tests use.
