/**
 * Gives the second half of a double click to nothing but what its first half was on. Many people click everything twice,
 * and the first click may have put something else under the pointer: a box to tick, the button of a question, another
 * screen, whose first field would lose the focus. Returns what ends it.
 */
export function watchDoubleClicks(): () => void {
  let pressed: Node | null = null;
  let isAstray = false;
  const press = (event: MouseEvent) => {
    const target = event.target as Element;
    isAstray = event.detail > 1 && pressed?.contains(target) === false;
    if (isAstray) event.preventDefault();
    else pressed = target.closest("a, button, label, summary") ?? target;
  };
  const click = (event: MouseEvent) => {
    if (!isAstray || event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("mousedown", press, true);
  addEventListener("click", click, true);
  return () => {
    removeEventListener("mousedown", press, true);
    removeEventListener("click", click, true);
  };
}
