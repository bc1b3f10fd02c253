import fc from "fast-check";

// The same samples in each run, so that a change is refused for what it does; TEST_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

export { fc };
