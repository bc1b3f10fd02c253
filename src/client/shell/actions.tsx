import { styled } from "@mui/material/styles";
import { matches } from "../../shared/matches.ts";
import { Button } from "./button.tsx";
import { Hidden } from "./hidden.tsx";
import { type ScreenContext, useScreen } from "./screen-context.ts";

/** Name of the buttons that run an action of the screen; the server reads the same name of a native post. */
export const actionField = "__action";

const Stack = styled("div")({
  display: "grid",
  gap: 12,
  // Below fields it keeps its distance; alone in its form there is nothing above it.
  "*:not([type=hidden]) + &": { marginTop: 24 },
});

/** Says whether there is anything to press: a `submit` with a text of its own, or a further button. */
export function hasActions({ t, part, textKey, facts }: ScreenContext): boolean {
  return hasSubmit(part, t(`${textKey}.submit`)) || part.actions.some(({ when }) => matches(when, facts));
}

// A panel whose own buttons send, as those of a list do, has no text for one more.
function hasSubmit(part: ScreenContext["part"], text: string): boolean {
  return part.submit !== undefined && text !== "";
}

/** The one primary action and the screen's further buttons; stands inside of a form. */
export function Actions() {
  const { t, part, textKey, facts, busy } = useScreen();
  const actions = part.actions.filter(({ when }) => matches(when, facts));
  const submitText = t(`${textKey}.submit`);
  return (
    <Stack>
      {hasSubmit(part, submitText) && (
        <Button type="submit" size="big" wide busy={busy} aria-busy={busy}>
          {submitText}
        </Button>
      )}
      <Hidden role="status">{busy && t("shell.sending")}</Hidden>
      {actions.map(({ label, color }) => (
        <Button
          key={label}
          type="submit"
          name={actionField}
          value={label}
          formNoValidate
          wide
          quiet={color === undefined}
          colour={color}
        >
          {t(`${textKey}.actions.${label}`)}
        </Button>
      ))}
    </Stack>
  );
}
