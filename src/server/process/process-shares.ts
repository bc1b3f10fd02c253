/**
 * How many passwords each of some processes hashes at once. One has a slot for each core. Several have twice as many among
 * them, because a process is dealt connections and not sign-ins: with as many slots as cores, one would queue beside an idle
 * core. Spread by chance, as many sign-ins as there are cores then keep nine tenths of the cores busy; with single slots six.
 */
export function hashesOfEach(processes: number, cores: number): number {
  return processes === 1 ? cores : Math.ceil((2 * cores) / processes);
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
