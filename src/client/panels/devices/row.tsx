import OutlinedInput from "@mui/material/OutlinedInput";
import { styled } from "@mui/material/styles";
import { useId } from "react";
import type { SecureCredential } from "../../../generated/calls.ts";
import { ActionButton } from "../../shell/action-button.tsx";
import { Icon } from "../../shell/icon.tsx";
import { useScreen } from "../../shell/screen-context.ts";

/** Longest name of a device, as RenameCredential takes it. */
const longestName = 64;

const Details = styled("details")(({ theme: { vars } }) => ({
  "& summary": {
    display: "flex",
    alignItems: "center",
    gap: 12,
    minHeight: 64,
    padding: "10px 16px",
    borderRadius: 16,
    cursor: "pointer",
    listStyle: "none",
    "&::-webkit-details-marker": { display: "none" },
    "&:hover": { backgroundColor: vars.palette.action.hover },
    "&:focus-visible": { outlineOffset: -3 },
    "& > span": { flex: 1, minWidth: 0 },
    "& strong": { display: "block", fontWeight: 600, overflowWrap: "anywhere" },
    "& small": { fontSize: "0.875rem", color: vars.palette.text.secondary },
    "& svg": { color: vars.palette.text.secondary, transform: "rotate(90deg)" },
  },
  "&[open] summary svg": { transform: "rotate(-90deg)" },
}));

const Changes = styled("div")({
  display: "grid",
  gap: 12,
  padding: "12px 16px 16px",
  "& form": { display: "grid", gap: 8 },
  "& label": { fontSize: "0.9375rem", fontWeight: 600 },
});

/** One device; opened, it can be given another name or removed. Works without script. */
export function DeviceRow({ device }: { device: SecureCredential }) {
  const { t, language } = useScreen();
  const input = useId();
  const { id, name, createdAt, lastUsedAt } = device;
  const text = (key: string, params?: Record<string, string>) => t(`panels.devices.${key}`, params);
  const used =
    lastUsedAt === null ? text("neverUsed") : text("lastUsed", { date: dateIn(language, lastUsedAt) });
  return (
    <li>
      <Details>
        <summary>
          <span>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {/* Browser and server may write the same date with another space or comma. */}
            <small suppressHydrationWarning>
              {[text("added", { date: dateIn(language, createdAt) }), used].join(" · ")}
            </small>
          </span>
          <Icon name="forward" />
        </summary>
        <Changes>
          <ActionButton label="rename" values={{ id }}>
            <label htmlFor={input}>{text("name")}</label>
            <OutlinedInput
              fullWidth
              disableInjectingGlobalStyles
              notched={false}
              // A new name from elsewhere is a new input: what is typed is React's no more than the browser's.
              key={name}
              id={input}
              name="name"
              defaultValue={name}
              slotProps={{
                input: { required: true, maxLength: longestName, dir: "auto", autoComplete: "off" },
              }}
            />
          </ActionButton>
          <ActionButton label="remove" values={{ id }} params={{ name }} />
        </Changes>
      </Details>
    </li>
  );
}

function dateIn(language: string, time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(time);
}
