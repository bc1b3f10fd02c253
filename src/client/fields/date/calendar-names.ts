import { defaultLanguage } from "../../../shared/constants.ts";
import { day as dayLength } from "../../../shared/durations.ts";
import { timesIn } from "../../../shared/formats.ts";
import { type Day, toTime } from "./days.ts";

/** Words of a calendar in one language. */
export interface CalendarNames {
  months: string[];
  /** Monday first; the short name fits above a day on the narrowest phone. */
  weekdays: { short: string; long: string }[];
  /** A day in full, as it is read out. */
  dayName(day: Day): string;
}

// A Monday.
const someMonday = Date.UTC(2024, 0, 1);

/** By the browser's own knowledge. */
export function calendarNames(language: string): CalendarNames {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = timesIn(language || defaultLanguage, { ...options, timeZone: "UTC" });
    return (time: number) => formatter.format(time);
  };
  const month = format({ month: "long" });
  const week = Array.from({ length: 7 }, (_, index) => someMonday + index * dayLength);
  const namesOf = (weekday: "short" | "narrow" | "long") => week.map(format({ weekday }));
  const short = namesOf("short");
  // In Arabic the short names are the long ones.
  const fitting = short.every((name) => name.length <= 5) ? short : namesOf("narrow");
  const full = format({ dateStyle: "full" });
  return {
    months: Array.from({ length: 12 }, (_, index) => month(Date.UTC(2024, index, 1))),
    weekdays: namesOf("long").map((long, index) => ({ short: fitting[index] ?? long, long })),
    dayName: (day) => full(toTime(day)),
  };
}
