import { buttonsOf, buttonValue, type ScreenButton } from "../../shared/buttons.ts";
import { nativeFields } from "../../shared/constants.ts";
import { postedFields } from "../page/form-fields.ts";
import { type ScreenContext, useScreen } from "../page/screen-context.ts";
import { ActButton } from "../parts/act-button.tsx";
import { ButtonLink } from "../parts/button.tsx";
import { Buttons } from "../parts/dialog.tsx";
import { HiddenInputs } from "../parts/hidden-inputs.tsx";
import { PostForm } from "../parts/post-form.tsx";

/** The button that was pressed before the script was there, and that asks back on a page; undefined: none. */
export function askedButton({ part, facts, asked }: ScreenContext): ScreenButton | undefined {
  return buttonsOf(part, facts).find((button) => buttonValue(button) === asked?.action);
}

/** The answers to what a button asks back, in place of the screen's body. */
export function Asked({ button }: { button: ScreenButton }) {
  const { t, asked, postAddress } = useScreen();
  const values = asked?.values ?? {};
  return (
    <PostForm>
      <HiddenInputs fields={{ ...postedFields(values), [nativeFields.confirmed]: "yes" }} />
      <Buttons>
        <ActButton button={{ color: "primary", ...button, confirm: false }} values={values} wide />
        <ButtonLink href={postAddress} wide quiet>
          {t("shell.cancel")}
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
