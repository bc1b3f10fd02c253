import { nativeFields } from "../../shared/constants.ts";
import { useScreen } from "../page/screen-context.ts";
import { Button } from "../parts/button.tsx";
import { Pick } from "../parts/pick.tsx";
import { PlainOnly } from "../parts/plain-only.tsx";

const formId = "language";

/** The languages that the partner offers, by their own names. Without script the choice is sent by a button. */
export function LanguageMenu() {
  const { t, language, nextLanguage, languages, setLanguage } = useScreen();
  const chosen = nextLanguage ?? language;
  const name = languages.find(({ tag }) => tag === chosen)?.name;
  return (
    <>
      <Pick
        icon="language"
        words={name}
        name={nativeFields.language}
        form={formId}
        aria-label={t("shell.language")}
        autoComplete="off"
        value={chosen}
        onChoose={setLanguage}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </Pick>
      <PlainOnly>
        <Button type="submit" form={formId} quiet>
          {t("shell.languageApply")}
        </Button>
      </PlainOnly>
    </>
  );
}

/** What the menu sends without script; stands at the end, so that a screen's own form is the first of the page. */
export function LanguageForm() {
  const { postAddress, token } = useScreen();
  return (
    <form id={formId} method="post" action={postAddress}>
      <input type="hidden" name={nativeFields.token} value={token} />
    </form>
  );
}
