type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Remembers what is filled in on the server's page, and where the focus is. What it gives is called once React has taken the page
 * over: where a translator or a password manager has changed the markup before, React draws all of it anew, and everything that
 * people have filled in would be gone. It is filled in again, so that whoever listens hears of it.
 */
export function carryInput(container: Element): () => void {
  const before = controlsIn(container);
  let focused = document.activeElement;
  const note = ({ target }: Event) => {
    // Where a form begins as React draws it anew is nowhere that the person went.
    const isDrawnAnew = [...before.values()].some((control) => !control.isConnected);
    if (!isDrawnAnew) focused = target as Element;
  };
  container.addEventListener("focusin", note);
  return () => {
    container.removeEventListener("focusin", note);
    const now = controlsIn(container);
    for (const [key, control] of before) {
      const other = now.get(key);
      if (control.isConnected || other === undefined) continue;
      fill(other, control);
      if (control === focused) focus(other, control);
    }
  };
}

/** By form and name, and of several by their place: what others have put among them changes nothing of that. */
function controlsIn(container: Element): Map<string, Control> {
  const controls = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of container.querySelectorAll<Control>("input, select")) {
    if (control.name === "" || control.type === "hidden") continue;
    const name = `${control.form?.id} ${control.name}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    controls.set(`${name} ${count}`, control);
  }
  return controls;
}

function fill(control: Control, from: Control): void {
  if (control instanceof HTMLInputElement && from instanceof HTMLInputElement && isTick(control)) {
    if (control.checked !== from.checked) control.click();
    return;
  }
  if (control.value === from.value) return;
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  // React sets a property of its own on each control, by which it would take the value for one that it knows.
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, from.value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }),
  );
}

function isTick({ type }: HTMLInputElement): boolean {
  return type === "checkbox" || type === "radio";
}

function focus(control: Control, from: Control): void {
  control.focus({ preventScroll: true });
  // Of dates and mail addresses browsers tell no place.
  if (!(control instanceof HTMLInputElement) || !(from instanceof HTMLInputElement)) return;
  if (from.selectionStart !== null) control.setSelectionRange(from.selectionStart, from.selectionEnd);
}
