/** Something that must hold, and what shows that it does. */
export interface Requirement {
  id: string;
  /** What must hold; of a fault, what must happen. */
  says: string;
  /** Who asks for it; `sources` of table.ts has the letters. Of a fault: the fault. */
  source: string;
  /**
   * The tests that prove it together, by file: each the end of a test's full title (groups and test as one sentence).
   * `…` stands for what differs between tests of one kind, all of which count.
   */
  provenBy?: Readonly<Record<string, readonly string[]>>;
  /** Why it cannot apply here. */
  doesNotApply?: string;
  /** What no test shows yet. */
  open?: string;
}
