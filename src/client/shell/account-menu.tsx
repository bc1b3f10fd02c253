import { accountScreens } from "../../shared/screen-texts.ts";
import { useScreen } from "./screen-context.ts";

/** Links to a signed-in person's screens; the one that stands is marked. */
export function AccountMenu() {
  const { t, hrefOf, screen } = useScreen();
  return accountScreens.map((id) => (
    <a key={id} href={hrefOf(id)} aria-current={screen.id === id ? "page" : undefined}>
      {t(`screens.${id}.link`)}
    </a>
  ));
}
