import { useSyncExternalStore } from "react";

// The browser tells the state of caps lock only with a key or a mouse button, so what the last of them told is the
// one fact that every password field shows, also a field that has just been entered.
let isOn = false;
const listeners = new Set<() => void>();
const events = ["keydown", "keyup", "mousedown"] as const;

/** Says whether caps lock is on, as far as the last key or mouse button told (specification, section 2). */
export function useCapsLock(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOn,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const name of events) document.addEventListener(name, note, true);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const name of events) document.removeEventListener(name, note, true);
  };
}

function note(event: KeyboardEvent | MouseEvent): void {
  // Autofill sends key events that are none and cannot tell.
  if (typeof event.getModifierState !== "function") return;
  const told = event.getModifierState("CapsLock");
  if (told === isOn) return;
  isOn = told;
  for (const listener of listeners) listener();
}
