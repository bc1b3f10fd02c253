// The few globals that browsers and Node share and that TypeScript's own library lacks. Nothing else of either
// world may be used in this folder.
interface URLSearchParams {
  get(name: string): string | null;
  getAll(name: string): string[];
  set(name: string, value: string): void;
  has(name: string): boolean;
  delete(name: string): void;
  toString(): string;
}
declare var URLSearchParams: { new (init?: string | Record<string, string>): URLSearchParams };
interface URL {
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly href: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: URLSearchParams;
}
declare var URL: { new (url: string, base?: string): URL };
