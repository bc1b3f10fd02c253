/** The only run of so many digits within a text, such as a whole message; undefined where there is none or another one. */
export function codeWithin(text: string, digits: number): string | undefined {
  const runs = text.match(/\p{Nd}+/gu) ?? [];
  const [code, ...others] = new Set(runs.filter((run) => [...run].length === digits));
  return others.length === 0 ? code : undefined;
}
