/**
 * Runs what ends by either: by a signal that is given, or by the controller that it gets. `AbortSignal.any` says that in
 * younger browsers alone. When it is over, nothing listens to the signal any more.
 */
export async function endedByEither<Value>(
  given: AbortSignal | undefined,
  run: (end: AbortController) => Promise<Value>,
): Promise<Value> {
  given?.throwIfAborted();
  const end = new AbortController();
  const stop = () => end.abort(given?.reason);
  given?.addEventListener("abort", stop);
  try {
    return await run(end);
  } finally {
    given?.removeEventListener("abort", stop);
  }
}
