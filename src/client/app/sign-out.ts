import { factsOf } from "../page/page.ts";
import { leadOn, type SenderNeeds } from "./sender.ts";

/** Signs out at once, because the person was asked already. */
export type SignOut = () => Promise<void>;

/**
 * Signing out where it is pressed above the screens: wherever the page is led meanwhile, the call is not given up, and
 * what comes of it is done, or said.
 */
export function createSignOut(needs: SenderNeeds): SignOut {
  const { page, screens, run, traveller } = needs;
  return async () => {
    const { logout } = screens;
    if (logout?.submit === undefined)
      throw new Error("screens.config.json has no screen logout that signs out");
    page.set({ busy: true });
    const { returnUrl } = page.get();
    const facts = factsOf(page.get());
    // Sent beside a look, the call could end what the look asks about.
    await traveller.whenAtRest();
    // What has come by the look is not busy.
    page.set({ busy: true });
    const result = await run(logout.submit, facts, { outlives: true });
    if (!("failure" in result)) return leadOn(needs, logout, facts, result.data, returnUrl);
    if (result.failure.kind === "left") return;
    // Said before, it would go with the screen that is on its way.
    await traveller.whenAtRest();
    page.set({ busy: false, problems: result.failure.problems, say: undefined });
  };
}
