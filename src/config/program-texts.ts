/** The texts that the sources of the program name themselves, beside those that follow from the configuration. */
export interface ProgramTexts {
  /** Key → a file that shows it. */
  namedTexts: ReadonlyMap<string, string>;
  /** Groups of which the program puts keys together, so that any text in them may be shown. */
  namedGroups: ReadonlySet<string>;
}

const groups = "shell|messages|validation|problems|errors|captcha|sessionWarning|panels|mails|texts";
// Keys are written out in double quotes; of what is put together from parts the beginning is known.
const namedText = new RegExp(`"((?:${groups})\\.[A-Za-z0-9.-]*[A-Za-z0-9])"`, "g");
const namedGroup = new RegExp(`\`((?:${groups})[A-Za-z0-9.-]*)\\.[A-Za-z0-9]*\\$\\{`, "g");
// What these are in the program is told by lists of their own: `messageValues`, `errorNames`, screens and panels.
const toldElsewhere = new Set(["messages", "panels", "errors", "mails", "texts"]);

/** Path → source of every file of the program → what it shows. */
export function programTexts(program: ReadonlyMap<string, string>): ProgramTexts {
  const found = [...program].map(([file, source]) => {
    const ofPanel = textsOfPanel(source);
    return {
      keys: [...matches(source, namedText), ...ofPanel.keys].map((key): [string, string] => [key, file]),
      groups: [...matches(source, namedGroup), ...ofPanel.groups],
    };
  });
  return {
    namedTexts: new Map(found.flatMap(({ keys }) => keys).reverse()),
    namedGroups: new Set(found.flatMap((file) => file.groups).filter((group) => !toldElsewhere.has(group))),
  };
}

/** What a panel shows of its own (`const text = usePanelTexts("devices")`). */
function textsOfPanel(source: string): { keys: string[]; groups: string[] } {
  const [panel] = matches(source, /\busePanelTexts\("([^"]+)"\)/g);
  if (panel === undefined) return { keys: [], groups: [] };
  const asked = matches(source, /\btext\(([^,()]*)/g).map((argument) => ({
    names: matches(argument, /"([A-Za-z0-9.]+)"/g),
    below: /^`([A-Za-z0-9.]+)\.\$\{/.exec(argument)?.[1],
  }));
  return {
    keys: asked.flatMap(({ names }) => names.map((name) => `panels.${panel}.${name}`)),
    groups: asked.flatMap(({ names, below }) => {
      if (names.length > 0) return [];
      return [below === undefined ? `panels.${panel}` : `panels.${panel}.${below}`];
    }),
  };
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}
