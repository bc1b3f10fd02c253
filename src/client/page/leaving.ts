/** How long the next page may take, milliseconds; after that the person has stayed, by the browser's own stop button. */
const longestWay = 10_000;

let staying = Promise.resolve();
let stay: () => void = () => undefined;

/**
 * Knows from here on when the page is being left. Firefox ends everything that is on the line as soon as that begins, while the
 * page stands and is read until the next one has come: what fails then is no failure, and nobody waits for it.
 */
export function watchLeaving(): void {
  addEventListener("beforeunload", beginLeaving);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) stay();
  });
}

/**
 * Leaves the page by `go`, and goes on where it stays all the same: the answer was a file or none, or the person stopped it.
 * What `go` begins, the browser tells later, or not at all.
 */
export function stayedAfter(go: () => void): Promise<void> {
  beginLeaving();
  go();
  return untilStaying();
}

/** Waits until nobody is leaving the page: at once as a rule, and for ever where the next one comes. */
export async function untilStaying(): Promise<void> {
  await staying;
}

function beginLeaving(): void {
  staying = new Promise((resolve) => {
    stay = resolve;
    setTimeout(resolve, longestWay);
  });
}
