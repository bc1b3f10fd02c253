import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Hidden } from "../../parts/hidden.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useForm } from "../form-context.ts";
import { type CalendarNames, calendarNames } from "./calendar-names.ts";
import { Cell, Frame, Grid, Head } from "./calendar-styles.ts";
import { addDays, addMonths, type Day, dayOf, partsOf, today, weekdayOf, weeksOf, within } from "./days.ts";

export interface CalendarProps {
  id: string;
  /** Name of the field. */
  label: string;
  /** The chosen day; empty: none. */
  value: Day | "";
  /** Where to begin without one. */
  start: Day;
  min: Day;
  max: Day;
  onChoose(day: Day): void;
  onClose(): void;
}

/** A month to choose a day from, week by week from Monday on (specification, section 9; ARIA, date picker dialog). */
export function Calendar({ id, label, value, start, min, max, onChoose, onClose }: CalendarProps) {
  const [day, setDay] = useState(() => within(value === "" ? start : value, min, max));
  const names = useMemo(() => calendarNames(document.documentElement.lang), []);
  const frame = useRef<HTMLDivElement>(null);
  const takesFocus = useFocusedDay(frame, day);
  const [said, setSaid] = useState("");
  const move = (next: Day, isByKey: boolean) => {
    takesFocus.current = isByKey;
    setDay(within(next, min, max));
    setSaid("");
  };
  const step = (months: number) => {
    const next = within(addMonths(day, months), min, max);
    move(next, false);
    setSaid(monthIn(names, next));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    const next = event.target instanceof HTMLSelectElement ? undefined : dayByKey(event, day);
    if (next !== undefined) move(next, true);
    if (event.key === "Escape" || next !== undefined) event.preventDefault();
  };
  return (
    <Frame ref={frame} id={id} role="dialog" aria-label={label} onKeyDown={press}>
      <CalendarHead
        {...{ day, min, max }}
        months={names.months}
        onStep={step}
        onMove={(next) => move(next, false)}
      />
      {/* A day that takes the focus and a choice of a list are read aloud by themselves. */}
      <Hidden role="status">{said}</Hidden>
      <Month {...{ day, value, min, max, names, onChoose }} />
    </Frame>
  );
}

function monthIn({ months }: CalendarNames, day: Day): string {
  const { month, year } = partsOf(day);
  return `${months[month]} ${year}`;
}

interface MonthProps extends Pick<CalendarProps, "value" | "min" | "max" | "onChoose"> {
  day: Day;
  names: CalendarNames;
}

/** The weeks of the month of a day; that day is the one that Tab leads to. */
function Month({ day, value, min, max, names, onChoose }: MonthProps) {
  const cellOf = (one: Day) => (
    <button
      type="button"
      tabIndex={one === day ? 0 : -1}
      data-day={one}
      aria-label={names.dayName(one)}
      aria-current={one === today() ? "date" : undefined}
      aria-disabled={one < min || one > max || undefined}
      onClick={() => one >= min && one <= max && onChoose(one)}
    >
      {partsOf(one).date}
    </button>
  );
  return (
    <Grid role="grid" aria-label={monthIn(names, day)}>
      <thead>
        <tr>
          {names.weekdays.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week.join()}>
            {week.map((one, index) => (
              <Cell key={one ?? index} role="gridcell" aria-selected={one !== null && one === value}>
                {one !== null && cellOf(one)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

interface HeadProps extends Pick<CalendarProps, "min" | "max"> {
  day: Day;
  months: string[];
  /** By how many months the buttons move. */
  onStep(months: number): void;
  onMove(day: Day): void;
}

/** Month and year, chosen from lists: nobody pages back to the year of their birth. */
function CalendarHead({ day, min, max, months, onStep, onMove }: HeadProps) {
  const { t } = useForm();
  const { year, month, date } = partsOf(day);
  const [first, last] = [partsOf(min).year, partsOf(max).year];
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index);
  const choose = (name: string) => t(`shell.calendar.${name}`);
  return (
    <Head>
      <button type="button" title={choose("previous")} onClick={() => onStep(-1)}>
        <Icon name="forward" />
      </button>
      <select
        aria-label={choose("month")}
        value={month}
        onChange={(event) => onMove(dayOf(year, Number(event.target.value), date))}
      >
        {months.map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={choose("year")}
        value={year}
        onChange={(event) => onMove(dayOf(Number(event.target.value), month, date))}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <button type="button" title={choose("next")} onClick={() => onStep(1)}>
        <Icon name="forward" />
      </button>
    </Head>
  );
}

/** Puts the focus on the day at the start, and wherever a key leads. */
function useFocusedDay(frame: RefObject<HTMLDivElement | null>, day: Day) {
  const takesFocus = useRef(true);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [frame, day]);
  return takesFocus;
}

/** Where a key leads from a day; undefined: it is no key of the calendar, as the browser's own for the page before. */
function dayByKey(event: KeyboardEvent, day: Day): Day | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event;
  if (altKey || ctrlKey || metaKey) return undefined;
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const steps: Record<string, () => Day> = {
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    ArrowLeft: () => addDays(day, forward === "ArrowLeft" ? 1 : -1),
    ArrowRight: () => addDays(day, forward === "ArrowRight" ? 1 : -1),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
  };
  return Object.hasOwn(steps, key) ? steps[key]?.() : undefined;
}
