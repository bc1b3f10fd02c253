/** What the environment says, checked (schemas/config/environment.schema.json explains each variable). */
export interface Settings {
  environment: "development" | "test" | "production";
  /** Origin of every address that the server makes; never taken from a request. */
  publicUrl: string;
  host: string;
  port: number;
  /** PostgreSQL; undefined: SQLite in `databaseFile`. */
  databaseUrl: string | undefined;
  databaseFile: string;
  /** 32 bytes; undefined outside production: `loadSecretKey` keeps one beside the database. */
  secretKey: Buffer | undefined;
  /** Addresses and networks in CIDR notation. */
  trustedProxies: string[];
  hash: { memoryKib: number; passes: number; concurrency: number };
  /** Milliseconds. */
  session: { idle: number; total: number };
  clientsFile: string;
  vendorsFile: string;
  /** Private networks that outgoing calls may reach, in CIDR notation. */
  privateAddresses: string[];
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** One variable that cannot be used as it is. */
export interface SettingsFinding {
  variable: string;
  problem: string;
  example?: string;
}

/** Names everything that is wrong with the environment at once. */
export class SettingsError extends Error {
  readonly findings: readonly SettingsFinding[];

  constructor(findings: readonly SettingsFinding[]) {
    super(findings.map(describe).join("\n"));
    this.name = "SettingsError";
    this.findings = findings;
  }
}

/** Reads the settings from an environment; throws `SettingsError`. */
export function readSettings(_environment: Record<string, string | undefined>): Settings {
  throw new Error("not written yet");
}

function describe({ variable, problem, example }: SettingsFinding): string {
  return `${variable} ${problem}${example === undefined ? "" : `, for example ${variable}=${example}`}`;
}
