/** The figures of a `/metrics`, by name and labels as they stand there. */
export interface Scraped {
  text: string;
  /** Of `name{label="value"}`; 0 where it does not stand there. */
  of(series: string): number;
  /** Every value that a label has. */
  labels(label: string): Set<string>;
}

/** Reads `/metrics` as Prometheus does. */
export async function scrape(url: string): Promise<Scraped> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const text = await answer.text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const series = new Map(
    lines.map((line) => {
      const [, name = line, value] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
  return {
    text,
    of: (name) => series.get(name) ?? 0,
    labels: (label) => {
      const pattern = new RegExp(`[{,]${label}="([^"]*)"`, "g");
      return new Set([...text.matchAll(pattern)].map(([, value = ""]) => value));
    },
  };
}
