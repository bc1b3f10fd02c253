import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import type { AnswerOf } from "../../shared/contract.ts";
import { deviceName } from "../../shared/device-name.ts";
import type { Translate } from "../../shared/translate.ts";
import { type CallFailure, generalProblem } from "../api/call-failure.ts";
import { assertionOf, attestationOf, creationOptions, requestOptions } from "./credential-json.ts";
import type { RunUse } from "./run-use.ts";

/** How a ceremony ended: with the body of its call, given up for another ceremony or page, or without anything. */
export type CeremonyEnd =
  | { kind: "done"; body: Record<string, unknown> }
  | { kind: "cancelled" }
  | { kind: "failed"; failure: CallFailure };

export interface CeremonyNeeds {
  run: RunUse;
  /** Ends the ceremony: the person goes elsewhere. */
  signal: AbortSignal;
  /** Told when the browser begins to ask the person, and when it is over. */
  asking?(is: boolean): void;
}

type OptionsCall = "AssertionOptions" | "CredentialOptions";
type Options = AnswerOf<"CredentialOptions">;

/**
 * Lets the browser ask for a secure credential and gives what its call is sent with (Web Authentication, section 7).
 * There is one ceremony at a time: a new one ends the one before. `form` is what is typed.
 */
export function holdCeremony(
  kind: "assertion" | "attestation",
  form: Record<string, unknown>,
  t: Translate,
  needs: CeremonyNeeds,
): Promise<CeremonyEnd> {
  if (kind === "assertion") {
    return hold("AssertionOptions", form, needs, async (options) =>
      assertionOf(await startAuthentication({ optionsJSON: requestOptions(options) })),
    );
  }
  const named = { displayName: displayNameOf(t), ...form };
  return hold("CredentialOptions", named, needs, async (options) =>
    attestationOf(await startRegistration({ optionsJSON: creationOptions(options) })),
  );
}

/** Offers credentials within the user name, until one is chosen. `began` is told how long its challenge lives. */
export function holdAutofill(
  needs: CeremonyNeeds,
  began: (timeout: number | undefined) => void,
): Promise<CeremonyEnd> {
  return hold("AssertionOptions", { autofill: true }, needs, async (options) => {
    began(options.timeout);
    const optionsJSON = requestOptions(options);
    return assertionOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  });
}

async function hold(
  call: OptionsCall,
  form: Record<string, unknown>,
  { run, signal, asking }: CeremonyNeeds,
  ask: (options: Options) => Promise<object>,
): Promise<CeremonyEnd> {
  if (!browserSupportsWebAuthn()) return refused("problems.credentialNotSupported");
  const begun = await run({ call }, {}, { form, signal });
  if ("failure" in begun) return { kind: "failed", failure: begun.failure };
  if (signal.aborted) return { kind: "cancelled" };
  const leave = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener("abort", leave);
  asking?.(true);
  try {
    return { kind: "done", body: { ...(await ask(begun.data as unknown as Options)) } };
  } catch (error) {
    return endOf(error, call, form.autofill === true);
  } finally {
    asking?.(false);
    signal.removeEventListener("abort", leave);
  }
}

/** `offered`: nobody has pressed anything, so nobody waits for a word about it. */
function endOf(error: unknown, call: OptionsCall, offered: boolean): CeremonyEnd {
  const name = error instanceof Error ? error.name : "";
  // Browsers say by one name that the person cancelled, was too slow, or has no device that can (Web Authentication, section 14.5.1).
  const nothing = name === "NotAllowedError";
  if (name === "AbortError" || (nothing && offered)) return { kind: "cancelled" };
  if (call === "AssertionOptions")
    return refused(nothing ? "problems.noDeviceUsed" : "problems.secureSignInFailed");
  if (nothing) return refused("problems.nothingRegistered");
  // The device has one of the excluded credentials (Web Authentication, section 5.1.3).
  return refused(name === "InvalidStateError" ? "problems.deviceKnown" : "problems.registrationFailed");
}

function refused(code: string): CeremonyEnd {
  return { kind: "failed", failure: generalProblem(code) };
}

/** "Chrome on Windows", in the person's language; undefined where nothing is known. */
function displayNameOf(t: Translate): string | undefined {
  const { browser, system } = deviceName(navigator.userAgent, navigator.maxTouchPoints);
  if (browser === undefined || system === undefined) return browser ?? system;
  return t("shell.deviceName", { browser, system });
}
