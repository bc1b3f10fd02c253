import type { AnswerOf } from "../../../shared/contract.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { totpUri } from "../../codes/totp.ts";
import { isSecondFactorRequired } from "../../request/standing.ts";
import { hasRememberedDevices } from "../../store/remembered-devices.ts";
import { type SecondFactor, type SecondFactorKind, secondFactorsOf } from "../../store/second-factors.ts";
import type { User } from "../../store/users.ts";
import { leadOn } from "../lead-on.ts";
import { maskedMail } from "../messages/sent-code.ts";
import { methodView } from "../second-factor/second-factor-view.ts";
import { findSetup, type Setup } from "./setup-state.ts";
import { removalOf } from "./two-factor-removal.ts";
import { availableMethods, sentOf, setupDelivery } from "./two-factor-setup.ts";

const kinds = ["authenticator", "sms", "pin"] as const;

/** Where the wizard stands; where there is no set-up, the way to where the sign-in stands. */
export const setup2FAView: Handlers["Setup2FAView"] = async (context) => {
  const found = await findSetup(context);
  if (found.setup === null) return leadOn(context, found.standing ?? undefined);
  const { setup } = found;
  const { user, state, owed, signInAgain } = setup;
  const isSignedIn = setup.standing.unwritten === undefined;
  const {
    store: { db },
    now,
  } = context.services;
  const [factors, required, isRemembered] = await Promise.all([
    secondFactorsOf(db, user.id),
    isSecondFactorRequired(db, user),
    isSignedIn && hasRememberedDevices(db, user.id, now()),
  ]);
  const available = availableMethods(context, user);
  const isConfigured = isAmong(factors);
  return {
    step: signInAgain ? "signInAgain" : (state?.step ?? "choose"),
    required,
    canSkip: !owed,
    method: state?.method ?? null,
    methods: kinds.map((id) => ({ id, available: available[id], configured: isConfigured(id) })),
    available,
    username: user.username,
    email: user.email === null ? null : maskedMail(user.email),
    replacesCodes: factors.length > 0,
    ...activeOf(context, isSignedIn ? factors : [], required),
    rememberedDevices: isRemembered,
    ...(await secretsOf(context, setup)),
  };
};

type Active = Pick<AnswerOf<"Setup2FAView">, "factors" | "active" | "removal">;

/** What asks at sign-in now. Who is only half-way in a sign-in learns nothing of it here. */
function activeOf(context: CallContext, factors: readonly SecondFactor[], required: boolean): Active {
  const isActive = isAmong(factors);
  return {
    factors: factors.map(methodView),
    active: { authenticator: isActive("authenticator"), sms: isActive("sms"), pin: isActive("pin") },
    removal: removalOf(context, factors, required),
  };
}

function isAmong(factors: readonly SecondFactor[]): (id: SecondFactorKind) => boolean {
  return (id) => factors.some(({ kind }) => kind === id);
}

type Secrets = Pick<AnswerOf<"Setup2FAView">, "authenticator" | "phoneNumber" | "delivery" | "recoveryCodes">;

/** What only the step of now may know. */
async function secretsOf(context: CallContext, setup: Setup): Promise<Secrets> {
  const { state } = setup;
  const sent = sentOf(setup);
  return {
    authenticator: state?.step === "authenticator" ? keyOf(context, setup.user, state.secret) : null,
    phoneNumber: phoneNumberOf(setup),
    delivery: sent === undefined ? null : await setupDelivery(context, sent),
    recoveryCodes: state?.step === "codes" ? state.recoveryCodes : null,
  };
}

function keyOf({ partner }: CallContext, { username }: User, secret: string): Secrets["authenticator"] {
  const sharedKey = secret.replace(/.{4}(?=.)/g, "$& ");
  return { sharedKey, otpauthUri: totpUri(secret, partner.partnerName, username) };
}

/** Who has given no more than a password is not told the number that the account knows. */
function phoneNumberOf({ state, user, standing }: Setup): string | null {
  if (state?.method !== "sms" || (state.step !== "phone" && state.step !== "code")) return null;
  return state.target ?? (standing.unwritten === undefined ? user.phone : null);
}
