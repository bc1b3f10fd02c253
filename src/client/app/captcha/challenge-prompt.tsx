import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ProblemCode } from "../../../shared/problem-codes.ts";
import type { RunUse } from "../run-use.ts";
import type { CheckboxChallengeProps } from "./checkbox-challenge.tsx";
import { OwnChallenge } from "./own-challenge.tsx";
import { scoreToken } from "./recaptcha.ts";
import { type Asked, failed, fetchChallenge, verify } from "./solve-challenge.ts";

export interface ChallengePromptProps {
  /** Of the challenge that the server asked for. */
  version: number;
  run: RunUse;
  onSolved(): void;
  onGiveUp(): void;
}

/** What the person sees: a box to tick or our own challenge, with what the try before came to. */
interface Shown {
  box?: { asked: Asked; Checkbox: ComponentType<CheckboxChallengeProps> };
  problems: ProblemCode[];
}

/**
 * Solves the challenge that the server asked for (specification, section 4): the score unseen, else the box to tick, else
 * our own. Whatever leads nowhere, for whatever reason, leads to the version below, and the lowest is always there: so
 * neither a blocked script nor a dead provider locks anybody out. The box can be ticked a second time before.
 */
export function ChallengePrompt({ version, run, onSolved, onGiveUp }: ChallengePromptProps) {
  const { shown, showOwn, send } = useChallenge(version, run, onSolved);
  if (shown === undefined) return null;
  const { box, problems } = shown;
  if (box === undefined)
    return <OwnChallenge run={run} problems={problems} onSolved={onSolved} onGiveUp={onGiveUp} />;
  const { asked, Checkbox } = box;
  return (
    <Checkbox asked={asked} problems={problems} onToken={send} onBlocked={showOwn} onGiveUp={onGiveUp} />
  );
}

/** From the version that is asked for downwards; what is under way ends with the prompt. */
function useChallenge(version: number, run: RunUse, onSolved: () => void) {
  const [shown, show] = useState<Shown | undefined>(version > 1 ? undefined : { problems: [] });
  const controller = useRef<AbortController>(null);
  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    const { signal } = own;
    if (version > 1)
      goTo(version, { run, signal, show, onSolved }).catch(() => signal.aborted || show({ problems: [] }));
    return () => own.abort();
  }, [version, run, onSolved]);
  const send = async (token: string) => {
    const signal = controller.current?.signal ?? AbortSignal.abort();
    const wrong = await verify(run, { version: 2, token }, signal);
    if (signal.aborted) return;
    if (wrong === undefined) return onSolved();
    // Our own, which the person may have asked for meanwhile, gives its place back to no box.
    show((now) => ({ ...(now?.problems.length === 0 && now), problems: wrong }));
  };
  return { shown, showOwn: () => show({ problems: [] }), send };
}

interface Way {
  run: RunUse;
  signal: AbortSignal;
  show(shown: Shown): void;
  onSolved(): void;
}

/** Goes from a version down to the first that leads on. A score that is too low is nobody's mistake: nothing is said. */
async function goTo(most: number, way: Way): Promise<void> {
  const { run, signal, show, onSolved } = way;
  const asked = await fetchChallenge(run, most, signal);
  if (signal.aborted) return;
  if ("problems" in asked || asked.version === 1) return show({ problems: [] });
  if (asked.version === 2) {
    const { default: Checkbox } = await import("./checkbox-challenge.tsx");
    return signal.aborted ? undefined : show({ box: { asked, Checkbox }, problems: [] });
  }
  const token = await scoreToken(asked).catch(() => undefined);
  if (signal.aborted) return;
  const wrong = token === undefined ? failed : await verify(run, { version: 3, token }, signal);
  if (signal.aborted) return;
  return wrong === undefined ? onSolved() : goTo(2, way);
}
