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

/** What panels show of their own (`const text = usePanelTexts("devices")`), each by the name that it has for it. */
function textsOfPanel(source: string): { keys: string[]; groups: string[] } {
  const used = [...source.matchAll(/\bconst (\w+) = usePanelTexts\("([^"]+)"\)/g)];
  const asked = used.flatMap(([, name, panel]) =>
    matches(source, new RegExp(`\\b${name}\\(([^,()]*)`, "g")).map((argument) => ({
      keys: literalsOf(argument).map((key) => `panels.${panel}.${key}`),
      // Of what is put together from parts the beginning is known, of what is given nothing.
      group: ["panels", panel, ...matches(argument, /^`([A-Za-z0-9.]+)\.\$\{/g)].join("."),
    })),
  );
  return {
    keys: asked.flatMap(({ keys }) => keys),
    groups: [...new Set(asked.flatMap(({ keys, group }) => (keys.length > 0 ? [] : [group])))],
  };
}

/** One text, or one of two by a condition. */
function literalsOf(argument: string): string[] {
  const [, one, yes, no] = /^"([\w.]+)"$|\? "([\w.]+)" : "([\w.]+)"$/.exec(argument.trim()) ?? [];
  return [one, yes, no].filter((name) => name !== undefined);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}
