import { useScreen } from "../shell/screen-context.ts";

/** Who is signed in and for whom they work; nothing for a visitor, whose way on is the link to sign in. */
export function Panel() {
  const { t, user } = useScreen();
  if (!user.isAuthenticated) return null;
  const name = user.displayName ?? user.username ?? "";
  return (
    <div>
      <p>{t("panels.home.signedIn", { name })}</p>
      {user.customer && <p>{t("panels.home.customer", { name: user.customer.name })}</p>}
    </div>
  );
}
