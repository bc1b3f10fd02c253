import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { goWithout } from "../page/start-feature.ts";
import type { EndWarningDialogProps } from "./end-warning-dialog.tsx";
import type { Runtime } from "./runtime.ts";

interface WarningPlaceProps {
  runtime: Pick<Runtime, "idle" | "languages" | "signOut">;
}

/** How long to wait before what could not be fetched is tried again; milliseconds. The warning stands for minutes. */
const pause = 5000;

/** Where somebody is warned that the session is about to end; what shows it is fetched only then. */
export function WarningPlace({ runtime }: WarningPlaceProps) {
  const { idle, languages, signOut } = runtime;
  const warning = useSyncExternalStore(idle.subscribe, idle.warning);
  const [Warning, setWarning] = useState<ComponentType<EndWarningDialogProps>>();
  const isNeeded = warning !== null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchDialog = () => {
      Promise.all([import("./end-warning-dialog.tsx"), languages.ready()]).then(
        ([{ EndWarningDialog }]) => setWarning(() => EndWarningDialog),
        (error: unknown) => {
          void goWithout("session warning", error);
          if (isWanted) timer = setTimeout(fetchDialog, pause);
        },
      );
    };
    fetchDialog();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isNeeded, languages]);
  if (warning === null || Warning === undefined) return null;
  const leave = () => {
    idle.dismiss();
    void signOut();
  };
  return <Warning warning={warning} onStay={idle.stay} onDismiss={idle.dismiss} onSignOut={leave} />;
}
