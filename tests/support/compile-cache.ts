/**
 * For the environment of a process that a test starts: what an earlier one compiled of the sources, so that it starts in
 * three quarters of the time. Kept for a whole run by scripts/test.ts.
 */
export const compileCache: { NODE_COMPILE_CACHE?: string } =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
