/** Title, text and ways on are the screen's own; there is nothing more to show. */
export function Panel() {
  return null;
}
