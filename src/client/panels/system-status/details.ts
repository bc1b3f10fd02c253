import type { AnswerOf } from "../../../shared/contract.ts";

/** What those who run the service are told. */
export type SystemDetails = Required<SystemStatus>;

type SystemStatus = AnswerOf<"SystemStatus">;

/** The details of a view; undefined: they are not for whoever looks. */
export function detailsOf(view: SystemStatus): SystemDetails | undefined {
  return "checks" in view ? (view as SystemDetails) : undefined;
}

/** A moment in UTC, as the log has it; the same on the server and in every browser. */
export function instant(at: number): { minute: string; time: string; seconds: string } {
  const iso = new Date(at).toISOString();
  return { minute: iso.slice(0, 16).replace("T", " "), time: iso.slice(11, 16), seconds: iso.slice(11, 19) };
}
