/** Milliseconds. */
export const second = 1000;
/** Milliseconds. */
export const minute = 60 * second;
/** Milliseconds. */
export const hour = 60 * minute;
/** Milliseconds. */
export const day = 24 * hour;
