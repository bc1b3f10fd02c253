// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callTable } from "../../generated/call-table.ts";
import { generalProblem } from "../api/call-failure.ts";
import { type CeremonyEnd, holdAutofill, holdCeremony } from "./ceremony.ts";
import type { CallOutcome, RunOptions, RunUse } from "./run-use.ts";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const t = (key: string, params = {}) => `${key} ${Object.values(params).join(" ")}`;

let get: ReturnType<typeof vi.fn>;
let create: ReturnType<typeof vi.fn>;
let asked: { call: string; form: RunOptions["form"] }[];
let options: CallOutcome;
let leaving: AbortController;

const run: RunUse = async ({ call }, _facts, { form } = {}) => {
  asked.push({ call, form });
  return options;
};
const assertion = (form = {}) => holdCeremony("assertion", form, t, { run, signal: leaving.signal });
const attestation = () => holdCeremony("attestation", {}, t, { run, signal: leaving.signal });
const failedWith = (code: string): CeremonyEnd => ({ kind: "failed", failure: generalProblem(code) });

beforeEach(() => {
  asked = [];
  leaving = new AbortController();
  options = {
    data: {
      challenge: "AQID",
      relyingPartyId: "localhost",
      relyingPartyName: "Vestibule",
      userId: "BAUG",
      userName: "ann",
      displayName: "Ann",
      allowedCredentials: [],
      excludedCredentials: [{ id: "CQ", type: "public-key", transports: ["usb"] }],
      authenticatorAttachment: null,
      userVerification: "required",
      timeout: 300_000,
      algorithms: [-8, -7],
    },
  };
  get = vi.fn(async () => ({
    id: "AQ",
    rawId: bytes(1),
    type: "public-key",
    authenticatorAttachment: "platform",
    response: {
      authenticatorData: bytes(2),
      clientDataJSON: bytes(3),
      signature: bytes(4),
      userHandle: null,
    },
    getClientExtensionResults: () => ({ appid: true }),
  }));
  create = vi.fn(async () => ({
    id: "AQ",
    rawId: bytes(1),
    type: "public-key",
    authenticatorAttachment: "cross-platform",
    response: {
      attestationObject: bytes(2),
      clientDataJSON: bytes(3),
      getTransports: () => ["internal", "hybrid"],
    },
    getClientExtensionResults: () => ({ credProps: { rk: true }, other: 1 }),
  }));
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true }),
  );
  vi.stubGlobal("navigator", {
    userAgent: "Chrome/1 (Windows NT 10.0)",
    maxTouchPoints: 0,
    credentials: { get, create },
  });
});
afterEach(() => {
  leaving.abort();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe("a sign-in by a device", () => {
  it("asks the server with what is typed, the browser with what it says, and gives the body of SecureLogin", async () => {
    const end = await assertion({ username: "ann" });
    expect(asked).toEqual([{ call: "AssertionOptions", form: { username: "ann" } }]);
    const publicKey = (get.mock.lastCall?.[0] as CredentialRequestOptions | undefined)?.publicKey;
    expect(publicKey).toMatchObject({ rpId: "localhost", userVerification: "required", timeout: 300_000 });
    expect(new Uint8Array(publicKey?.challenge as ArrayBuffer)).toEqual(Uint8Array.of(1, 2, 3));
    // An empty list would be understood as: none of them.
    expect(publicKey?.allowCredentials).toBeUndefined();
    expect(end).toEqual({
      kind: "done",
      body: {
        id: "AQ",
        rawId: "AQ",
        type: "public-key",
        extensions: {},
        response: { authenticatorData: "Ag", clientDataJson: "Aw", signature: "BA", userHandle: null },
      },
    });
    expect(callTable.SecureLogin.body).toEqual(
      expect.arrayContaining(Object.keys((end as { body: object }).body)),
    );
  });

  it("says while the browser asks the person", async () => {
    const told: boolean[] = [];
    get.mockImplementation(async () => {
      told.push(asked.length > 0);
      throw new DOMException("no", "NotAllowedError");
    });
    const asking = (is: boolean) => void told.push(is);
    await holdCeremony("assertion", {}, t, { run, signal: leaving.signal, asking });
    expect(told).toEqual([true, true, false]);
  });

  it("that is given up for another one is no failure", async () => {
    get.mockRejectedValue(new DOMException("given up", "AbortError"));
    expect(await assertion()).toEqual({ kind: "cancelled" });
  });

  it.each(["SecurityError", "UnknownError", "TypeError", "InvalidDomain"])(
    "that goes wrong says so: %s",
    async (name) => {
      get.mockRejectedValue(Object.assign(new Error("wrong"), { name }));
      expect(await assertion()).toEqual(failedWith("problems.secureSignInFailed"));
    },
  );

  it("that came to nothing, most likely because it was cancelled, is no failure of the device", async () => {
    get.mockRejectedValue(new DOMException("no", "NotAllowedError"));
    expect(await assertion()).toEqual(failedWith("problems.noDeviceUsed"));
  });

  it("does not ask the browser where the server refuses", async () => {
    options = { failure: generalProblem("problems.tooMany") };
    expect(await assertion()).toEqual(failedWith("problems.tooMany"));
    expect(get).not.toHaveBeenCalled();
  });

  it("asks nobody where the browser cannot do it", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect(await assertion()).toEqual(failedWith("problems.credentialNotSupported"));
    expect(asked).toEqual([]);
  });

  it("is ended when the person goes elsewhere", async () => {
    get.mockImplementation(untilAborted);
    const end = assertion();
    await expect.poll(() => get.mock.calls.length).toBe(1);
    leaving.abort();
    expect(await end).toEqual({ kind: "cancelled" });
  });
});

describe("a registration of a device", () => {
  it("names the device, and gives the body of RegisterCredential", async () => {
    const end = await attestation();
    expect(asked).toEqual([
      { call: "CredentialOptions", form: { displayName: "shell.deviceName Chrome Windows" } },
    ]);
    const publicKey = (create.mock.lastCall?.[0] as CredentialCreationOptions | undefined)?.publicKey;
    expect(publicKey).toMatchObject({
      rp: { id: "localhost", name: "Vestibule" },
      user: { name: "ann", displayName: "Ann" },
      pubKeyCredParams: [
        { alg: -8, type: "public-key" },
        { alg: -7, type: "public-key" },
      ],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(publicKey?.authenticatorSelection).not.toHaveProperty("authenticatorAttachment");
    expect(publicKey?.excludeCredentials).toHaveLength(1);
    expect(end).toEqual({
      kind: "done",
      body: {
        id: "AQ",
        rawId: "AQ",
        type: "public-key",
        authenticatorAttachment: "cross-platform",
        extensions: { credProps: { rk: true } },
        response: { attestationObject: "Ag", clientDataJson: "Aw", transports: ["internal", "hybrid"] },
      },
    });
  });

  it.each([
    ["AbortError", { kind: "cancelled" }],
    ["NotAllowedError", failedWith("problems.nothingRegistered")],
    ["InvalidStateError", failedWith("problems.deviceKnown")],
    ["ConstraintError", failedWith("problems.registrationFailed")],
    ["NotSupportedError", failedWith("problems.registrationFailed")],
  ])("that ends with %s", async (name, end) => {
    create.mockRejectedValue(new DOMException("no", name));
    expect(await attestation()).toEqual(end);
  });
});

describe("an offer within the user name", () => {
  beforeEach(() => {
    document.body.innerHTML = '<input autocomplete="username webauthn">';
  });

  it("is conditional, and ends when a button begins another ceremony", async () => {
    get.mockImplementationOnce(untilAborted);
    const began = vi.fn();
    const offer = holdAutofill({ run, signal: leaving.signal }, began);
    await expect.poll(() => get.mock.calls.length).toBe(1);
    expect(get.mock.lastCall?.[0]).toMatchObject({ mediation: "conditional" });
    expect(asked).toEqual([{ call: "AssertionOptions", form: { autofill: true } }]);
    expect(began).toHaveBeenCalledExactlyOnceWith(300_000);
    expect(await assertion()).toMatchObject({ kind: "done" });
    expect(await offer).toEqual({ kind: "cancelled" });
  });

  it("that comes to nothing is no failure", async () => {
    get.mockRejectedValue(new DOMException("no", "NotAllowedError"));
    const offer = holdAutofill({ run, signal: leaving.signal }, () => {});
    expect(await offer).toEqual({ kind: "cancelled" });
  });
});

/** What a browser does while it waits for the person. */
function untilAborted({ signal }: { signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
}
