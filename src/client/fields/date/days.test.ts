import { describe, expect, it } from "vitest";
import { addDays, addMonths, dayOf, isDay, weekdayOf, weeksOf, within } from "./days.ts";

describe("days", () => {
  it("know which texts are one", () => {
    expect(["2024-02-29", "0001-01-01"].map(isDay)).toEqual([true, true]);
    expect(["2023-02-29", "2024-13-01", "2024-2-1", "", "x"].map(isDay)).toEqual(Array(5).fill(false));
  });

  it("go over the ends of months and years", () => {
    expect(addDays("2023-12-31", 1)).toBe("2024-01-01");
    expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2024-01-15", -1)).toBe("2023-12-15");
    expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
    expect(dayOf(1999, 1, 31)).toBe("1999-02-28");
  });

  it("begin weeks on Monday", () => {
    expect(weekdayOf("2024-01-01")).toBe(0);
    expect(weekdayOf("2024-01-07")).toBe(6);
    expect(weeksOf("2024-09-15")[0]).toEqual([null, null, null, null, null, null, "2024-09-01"]);
    expect(weeksOf("2024-09-15").at(-1)?.[0]).toBe("2024-09-30");
    expect(weeksOf("2021-02-10")).toHaveLength(4);
  });

  it("stay within bounds", () => {
    expect(within("2030-01-01", "1900-01-01", "2024-05-05")).toBe("2024-05-05");
    expect(within("1800-01-01", "1900-01-01", "2024-05-05")).toBe("1900-01-01");
  });
});
