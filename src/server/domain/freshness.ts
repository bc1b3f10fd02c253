/** For how long after a sign-in one may change how one signs in, milliseconds (security, SE-8). */
export const freshFor = 5 * 60_000;
