import { accountScreens } from "../../shared/screen-texts.ts";
import { Icon } from "./icon.tsx";
import { useScreen } from "./screen-context.ts";

/** Links to a signed-in person's screens, each with its picture; the one that stands is marked. */
export function AccountMenu() {
  const { t, hrefOf, iconOf, screen, user } = useScreen();
  const offered = accountScreens.filter((id) => id !== "select" || user.hasCustomerChoice);
  return offered.map((id) => {
    const icon = iconOf(id);
    return (
      <a key={id} href={hrefOf(id)} aria-current={screen.id === id ? "page" : undefined}>
        {icon && <Icon name={icon} />}
        {t(`screens.${id}.link`)}
      </a>
    );
  });
}
