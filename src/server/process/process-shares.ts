/**
 * How many passwords each of some processes hashes at once whatever the others do: one for each core over all of them, and at least one
 * each. More than there are cores crowd each other out of the processor's cache.
 */
export function hashesOfEach(processes: number, cores: number): number {
  return Math.ceil(cores / processes);
}

/**
 * How many threads the pool of each has, of hashes and of files, names and the disk: one for each core and no more, so that each
 * goes on with the next hash without falling asleep. Two at least: looking up a name may keep one for seconds.
 */
export function threadsFor(hashes: number, cores: number): number {
  return Math.max(2, cores, hashes);
}

/**
 * How many each may hash now, by how many each wants to: its own number, and where it wants more, its part of the cores that nobody
 * needs. A process is dealt connections and not sign-ins, so that one would queue beside an idle core.
 */
export function hashesGranted(
  wanted: readonly number[],
  { own, cores }: { own: number; cores: number },
): number[] {
  const needed = wanted.reduce((sum, count) => sum + Math.min(count, own), 0);
  const left = Math.max(0, cores - needed);
  const hungry = wanted.filter((count) => count > own).length;
  let turn = 0;
  return wanted.map((count) => {
    if (count <= own) return own;
    turn += 1;
    return own + Math.floor(left / hungry) + (turn <= left % hungry ? 1 : 0);
  });
}

const ofAll = 32;
const least = 2;
const most = 16;

/**
 * How many connections to PostgreSQL each of some processes opens at most: two machines of up to 23 cores, each with one
 * process more while it is renewed, then fit into the hundred that PostgreSQL allows unless told otherwise, or one of up to 47.
 */
export function connectionsOfEach(processes: number): number {
  return Math.min(Math.max(Math.floor(ofAll / processes), least), most);
}
