import { minute } from "../../shared/durations.ts";

/** How long a challenge waits for its answer, by a device (security, WA-1) or as a puzzle; milliseconds. */
export const challengeLife = 5 * minute;
