/**
 * Reports an error that nothing caught; gives the support code, undefined where it could not be reported. What does so
 * is fetched with the first error, so that a page without one needs nothing of it. Never rejects.
 */
export async function report(thrown: unknown): Promise<string | undefined> {
  try {
    return await (await import("./error-report.ts")).report(thrown);
  } catch {
    // An error while reporting is not reported: that would never end.
    return undefined;
  }
}

/** Reports every uncaught error and refused promise of the page from here on (specification, section 8). */
export function watchErrors(): void {
  addEventListener("error", ({ error, message }) => void report(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => void report(reason));
}
