import fc from "fast-check";

// Property tests draw from a fixed seed, so that a merge never fails by chance. To look further afield: ALLOT_TEST_SEED=7 npm test.
fc.configureGlobal({ seed: Number(process.env.ALLOT_TEST_SEED ?? 1) });
