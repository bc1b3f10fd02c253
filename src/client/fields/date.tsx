import styled from "@mui/styled-engine";
import { type ComponentType, type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import { inputDebounce } from "../../shared/constants.ts";
import { withoutScript } from "../look/theme.ts";
import { goWithout } from "../page/start-feature.ts";
import { Icon } from "../parts/icon.tsx";
import type { CalendarProps } from "./date/calendar.tsx";
import { addMonths, type Day, isDay, today } from "./date/days.ts";
import { FieldButton } from "./field-button.tsx";
import { FieldNote } from "./field-note.ts";
import type { FieldWidgetProps } from "./field-widget.ts";
import { useForm } from "./form-context.ts";
import { Input } from "./input.tsx";

const earliest: Day = "1900-01-01";
const latest: Day = "2100-12-31";
/** Where the calendar of a birth date begins, months before today. */
const someLife = -30 * 12;

// Our own button opens the calendar, in the language of the page and with Monday first; without script the browser's, and in
// Firefox, whose button nobody can take away.
const Place = styled("div")(({ theme }) => ({
  // WebKit shows today's date in an empty one.
  '& input[value=""]': { color: theme.vars.palette.text.secondary, [withoutScript]: { color: "inherit" } },
  "& input::-webkit-calendar-picker-indicator": {
    display: "none",
    [withoutScript]: { display: "block" },
  },
  "@supports (-moz-appearance: none)": { "& button[aria-haspopup=dialog]": { display: "none" } },
}));

/** A day: typed into the browser's own input, or chosen from a calendar that is fetched when it is opened. */
export function DateField(field: FieldWidgetProps) {
  const { t } = useForm();
  const { id, label, value, onChange, options } = field;
  const isBirth = String(options.autocomplete) === "bday";
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { complaint, check } = useComplaint(input, isBirth);
  const { Calendar, toggle, close, leave } = useCalendar(place, input);
  const chosen = typeof value === "string" && isDay(value) ? value : "";
  const changed = { ...field, onChange: (next: unknown) => [onChange(next), check()] };
  const choose = (day: Day) => {
    changed.onChange(day);
    close();
  };
  return (
    <Place ref={place} onBlur={leave}>
      <Input
        field={changed}
        type="date"
        inputRef={input}
        onBlur={check}
        describedBy={[`${id}-day`]}
        isWrong={complaint !== undefined}
        after={
          <FieldButton
            type="button"
            title={t("shell.calendar.open")}
            aria-haspopup="dialog"
            aria-expanded={Calendar !== undefined}
            onClick={toggle}
          >
            <Icon name="calendar" />
          </FieldButton>
        }
      />
      <FieldNote colour="danger" id={`${id}-day`} role="status">
        {complaint !== undefined && (
          <>
            <Icon name="problem" />
            <span>{t(complaint)}</span>
          </>
        )}
      </FieldNote>
      {Calendar && (
        <Calendar
          id={`${id}-calendar`}
          label={label}
          value={chosen}
          start={isBirth ? addMonths(today(), someLife) : today()}
          min={earliest}
          max={isBirth ? today() : latest}
          onChoose={choose}
          onClose={close}
        />
      )}
    </Place>
  );
}

/** What is wrong with what was typed; said a moment after the last key, and of half a date only once it is left. */
function useComplaint(input: RefObject<HTMLInputElement | null>, isBirth: boolean) {
  const [complaint, setComplaint] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Not in the markup, because midnight may pass between the server and the browser.
    Object.assign(input.current ?? {}, { min: earliest, max: isBirth ? today() : latest });
    return () => clearTimeout(timer.current);
  }, [input, isBirth]);
  const check = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const element = input.current;
      const isLeft = element !== document.activeElement;
      if (element?.validity.badInput && isLeft) setComplaint("validation.dateIncomplete");
      else setComplaint(element?.validity.rangeOverflow ? "validation.dateFuture" : undefined);
    }, inputDebounce);
  };
  return { complaint, check };
}

/**
 * The calendar while it is open. Where it cannot be fetched, the browser's own takes its place; of who has gone on
 * meanwhile, neither takes the focus.
 */
function useCalendar(place: RefObject<HTMLDivElement | null>, input: RefObject<HTMLInputElement | null>) {
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();
  const isWanted = useRef(false);
  const hide = () => {
    isWanted.current = false;
    setCalendar(undefined);
  };
  const toggle = () => {
    if (isWanted.current) return hide();
    isWanted.current = true;
    import("./date/calendar.tsx").then(
      (module) => isWanted.current && setCalendar(() => module.Calendar),
      async (error: unknown) => {
        await goWithout("calendar", error);
        if (isWanted.current && input.current !== null) openBrowsersOwn(input.current);
        isWanted.current = false;
      },
    );
  };
  const close = () => {
    hide();
    place.current?.querySelector<HTMLElement>("button[aria-haspopup]")?.focus();
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof Node && !place.current?.contains(relatedTarget);
    if (isOutside) hide();
  };
  return { Calendar, toggle, close, leave };
}

/** Opens the browser's own calendar, or where the press is too long ago for that, lets the date be typed. */
function openBrowsersOwn(input: HTMLInputElement): void {
  try {
    input.showPicker();
  } catch {
    input.focus();
  }
}
