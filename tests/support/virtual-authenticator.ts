import type { CDPSession, Page } from "@playwright/test";
import type { DemoCredential } from "../../src/server/demo/device-personas.ts";
import { demoPrivateKey } from "./demo-credential.ts";

/** What is special about a device; otherwise a fingerprint reader of this machine that knows its person. */
interface DeviceTraits {
  /** It recognises whoever touches it. */
  knows?: boolean;
  /** It answers without being touched. */
  answers?: boolean;
  /** It came to this machine. */
  transport?: "usb" | "internal";
}

/** A device of Chromium's own, as the DevTools protocol gives it (domain WebAuthn). */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Plugs a device into the browser of a page. */
  static async plugIn(
    page: Page,
    { knows = true, answers = true, transport = "internal" }: DeviceTraits = {},
  ) {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: knows,
        automaticPresenceSimulation: answers,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Puts the credential of a user of the demo who has registered a device into this one. */
  async load(credential: DemoCredential | undefined): Promise<void> {
    if (credential === undefined) throw new Error("This user has registered no device");
    const { id, handle } = credential;
    await this.#session.send("WebAuthn.addCredential", {
      authenticatorId: this.#id,
      credential: {
        credentialId: base64(id),
        isResidentCredential: true,
        rpId: "localhost",
        privateKey: demoPrivateKey,
        userHandle: base64(handle),
        // Grows with time (tenths of a second), so that no test's device looks like an older copy of the one of the test before.
        signCount: Math.floor((Date.now() - Date.UTC(2026, 0)) / 100),
      },
    });
  }

  /** From now on it answers without being touched, or waits. */
  async answer(answers: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.#id,
      enabled: answers,
    });
  }

  /** From now on it recognises whoever touches it, or nobody. */
  async know(knows: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", {
      authenticatorId: this.#id,
      isUserVerified: knows,
    });
  }

  /** How many credentials it keeps. */
  async count(): Promise<number> {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", {
      authenticatorId: this.#id,
    });
    return credentials.length;
  }
}

function base64(encoded: string): string {
  return Buffer.from(encoded, "base64url").toString("base64");
}
