import { type Day, toTime } from "./days.ts";

/** Words of a calendar in one language. */
export interface CalendarNames {
  months: string[];
  /** Monday first. */
  weekdays: { short: string; long: string }[];
  /** A day in full, as it is read out. */
  dayName(day: Day): string;
}

// A Monday.
const someMonday = Date.UTC(2024, 0, 1);
const dayLength = 86_400_000;

/** By the browser's own knowledge; the calendar and the digits are those of the input beside it. */
export function calendarNames(language: string): CalendarNames {
  const locale = `${language || "en-GB"}-u-ca-gregory-nu-latn`;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (time: number) => formatter.format(time);
  };
  const month = format({ month: "long" });
  const [short, long] = [format({ weekday: "short" }), format({ weekday: "long" })];
  const full = format({ dateStyle: "full" });
  return {
    months: Array.from({ length: 12 }, (_, index) => month(Date.UTC(2024, index, 1))),
    weekdays: Array.from({ length: 7 }, (_, index) => {
      const time = someMonday + index * dayLength;
      return { short: short(time), long: long(time) };
    }),
    dayName: (day) => full(toTime(day)),
  };
}
