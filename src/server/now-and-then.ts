/** Says of each that is much the same whether it is to be told: the first, and no other for so many milliseconds. */
export function nowAndThen(quietFor: number): () => boolean {
  let quietUntil = 0;
  return () => {
    if (performance.now() < quietUntil) return false;
    quietUntil = performance.now() + quietFor;
    return true;
  };
}
