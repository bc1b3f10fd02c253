import { day as dayLength } from "../../../shared/durations.ts";

/** Days as ISO 8601 text, `2024-02-29`; reckoned without time zones. */
export type Day = string;

/** The day of today where the person is. */
export function today(): Day {
  const now = new Date();
  return toDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** Says whether a text is a day that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toDay(toTime(text)) === text;
}

/** As an instant of UTC, for `Intl`. */
export function toTime(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: Day, count: number): Day {
  return toDay(toTime(day) + count * dayLength);
}

/** The same day of another month, or its last one where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, date } = partsOf(day);
  return dayOf(year, month + count, date);
}

/** A day by year, month from 0 (more or less lead into other years) and date, which ends with the month. */
export function dayOf(year: number, month: number, date: number): Day {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(date, last)));
}

/** Month from 0. */
export function partsOf(day: Day): { year: number; month: number; date: number } {
  const time = new Date(toTime(day));
  return { year: time.getUTCFullYear(), month: time.getUTCMonth(), date: time.getUTCDate() };
}

/** 0 is Monday (specification, section 9). */
export function weekdayOf(day: Day): number {
  return (new Date(toTime(day)).getUTCDay() + 6) % 7;
}

/** The weeks of a day's month, Monday first; null where another month's days would be. */
export function weeksOf(day: Day): (Day | null)[][] {
  const { year, month } = partsOf(day);
  const first = dayOf(year, month, 1);
  const last = dayOf(year, month, 31);
  const start = addDays(first, -weekdayOf(first));
  const count = Math.ceil((weekdayOf(first) + partsOf(last).date) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => {
      const one = addDays(start, week * 7 + index);
      return one < first || one > last ? null : one;
    }),
  );
}

/** A day that is not before and not after two others. */
export function within(day: Day, min: Day, max: Day): Day {
  if (day < min) return min;
  return day > max ? max : day;
}

function toDay(time: number): Day {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
