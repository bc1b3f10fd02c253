import { matches } from "../../shared/matches.ts";
import { useScreen } from "../page/screen-context.ts";
import { Icon } from "../parts/icon.tsx";

/** Links to a signed-in person's screens, each with its picture; the one that stands is marked. */
export function AccountMenu() {
  const { t, menu, facts, hrefOf, iconOf, linkKeyOf, screen } = useScreen();
  return menu
    .filter(({ when }) => matches(when, facts))
    .map(({ to }) => {
      const icon = iconOf(to);
      return (
        <a key={to} href={hrefOf(to)} aria-current={screen.id === to ? "page" : undefined}>
          {icon && <Icon name={icon} />}
          <span>{t(linkKeyOf(to))}</span>
        </a>
      );
    });
}
