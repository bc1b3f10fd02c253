import type { Persona } from "./personas.ts";

/** A device that a persona has registered. */
export interface DemoCredential {
  /** Credential id and user handle, base64url. */
  id: string;
  handle: string;
  name: string;
}

/** COSE key (ES256) of all registered devices of the demo; the browser tests hold the private key. */
export const demoPublicKey =
  "pQECAyYgASFYIG5T91Q19R5ilivq73TRESn6DjXy28cxZehgLYED6NPGIlggN2qFFkXlIeNLTAYWVmY2TsmseCiupUiVCqk58lvS4lg";

const testsOnly = "The browser tests hold the device; by hand, register one of your own first";

/** Situations of the secure credential. */
export const devicePersonas: readonly Persona[] = [
  {
    id: "device-offered",
    situation: "Is offered secure sign-in after the password, and takes it",
    username: "otto.offered",
    password: "open-hand-and-new-key",
    displayName: "Otto Offered",
    email: "otto.offered@payroll.example",
    deviceOfferAt: 0,
  },
  {
    id: "device-declined",
    situation: "Is offered secure sign-in after the password, and says “Not now”",
    username: "nora.notnow",
    password: "maybe-another-rainy-day",
    displayName: "Nora Notnow",
    email: "nora.notnow@payroll.example",
    deviceOfferAt: 0,
  },
  {
    id: "device-credential",
    situation: "Has registered a device and signs in with it",
    username: "dana.device",
    password: "little-key-in-the-pocket",
    displayName: "Dana Device",
    email: "dana.device@payroll.example",
    credential: credentialOf("device-credential", "Dana's telephone"),
    hint: testsOnly,
  },
  {
    id: "device-second-step",
    situation: "Second step by a registered device, or by mailed PIN",
    username: "sven.secondstep",
    password: "two-locks-on-one-gate",
    displayName: "Sven Secondstep",
    email: "sven.secondstep@payroll.example",
    secondFactors: ["pin"],
    credential: credentialOf("device-second-step", "Sven's key"),
    hint: testsOnly,
  },
  {
    id: "device-list",
    situation: "Has no device yet: adds, renames and removes one",
    username: "lia.list",
    password: "drawer-full-of-gadgets",
    displayName: "Lia List",
    email: "lia.list@payroll.example",
  },
];

function credentialOf(id: string, name: string): DemoCredential {
  const encode = (text: string) => Buffer.from(text).toString("base64url");
  return { id: encode(`credential of ${id}`), handle: encode(`handle of ${id}`), name };
}
