import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import type { PageStore } from "../../page/page.ts";
import { goWithout } from "../../page/start-feature.ts";
import type { Runtime } from "../runtime.ts";
import type { ChallengePromptProps } from "./challenge-prompt.tsx";

interface ChallengePlaceProps {
  page: PageStore;
  runtime: Pick<Runtime, "store" | "captcha" | "languages" | "run">;
}

/** Where a challenge is shown when the server asks for one (specification, section 4); fetched only then. */
export function ChallengePlace({ page, runtime }: ChallengePlaceProps) {
  const { store, captcha, languages, run } = runtime;
  const { show, challenge } = useSyncExternalStore(store.subscribe, () => store.getState().captcha);
  const [Prompt, setPrompt] = useState<ComponentType<ChallengePromptProps>>();
  useEffect(() => {
    if (!show) return undefined;
    let isWanted = true;
    Promise.all([import("./challenge-prompt.tsx"), languages.ready()]).then(
      ([{ ChallengePrompt }]) => setPrompt(() => ChallengePrompt),
      async (error: unknown) => {
        await goWithout("captcha", error);
        // Who has gone elsewhere meanwhile waits for nothing of it.
        if (!isWanted) return;
        captcha.cancel();
        page.set({ busy: false, problems: { "": [{ code: "problems.offline" }] } });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [show, captcha, languages, page]);
  if (!show || Prompt === undefined) return null;
  const giveUp = () => {
    captcha.cancel();
    // As after any other press that was cancelled: what was typed now has been refused by nobody.
    page.set({ busy: false, problems: {}, say: undefined });
  };
  return (
    <Prompt
      key={challenge?.target}
      version={challenge?.version ?? 1}
      run={run}
      onSolved={captcha.succeed}
      onGiveUp={giveUp}
    />
  );
}
