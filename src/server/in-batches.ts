/**
 * Takes what is due in batches; ends when one is not full any more, or when its work is to end (`stopping`). `round` gives how many
 * it had; gives how many all had.
 */
export async function inBatches(
  batch: number,
  round: () => Promise<number>,
  stopping?: AbortSignal,
): Promise<number> {
  let all = 0;
  for (let taken = batch; taken === batch && !stopping?.aborted; all += taken) taken = await round();
  return all;
}
