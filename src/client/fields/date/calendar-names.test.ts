import { expect, it } from "vitest";
import { calendarNames } from "./calendar-names.ts";

it.each([
  ["en-GB", "Mon", "Monday"],
  ["de", "Mo", "Montag"],
  ["fr-CA", "lun.", "lundi"],
  ["ar", "ن", "الاثنين"],
  ["he", "ב׳", "יום שני"],
])("heads the days in %s by what a seventh of a small phone has room for", (language, short, long) => {
  const { weekdays } = calendarNames(language);
  expect(weekdays[0]).toEqual({ short, long });
  expect(weekdays.filter((day) => day.short.length > 5)).toEqual([]);
});
