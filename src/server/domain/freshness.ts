/** For how long after a sign-in one may change how one signs in, milliseconds (security, SE-8). */
export const freshFor = 5 * 60_000;

/**
 * By how many milliseconds the clocks of two processes may differ. What was made later than this from now was made before
 * the clock was set back: it counts as long past, not as new (security, F6).
 */
export const clockTolerance = 90_000;
