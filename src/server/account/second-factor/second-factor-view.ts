import type { SecondFactor as MethodView } from "../../../generated/calls.ts";
import type { Handlers } from "../../call.ts";
import { hasCredential } from "../../store/credentials.ts";
import { countRecoveryCodes } from "../../store/recovery-codes.ts";
import type { SecondFactor } from "../../store/second-factors.ts";
import { isSecureSignInOffered } from "../../webauthn/secure-sign-in-offer.ts";
import { leadOn } from "../lead-on.ts";
import { maskedMail, maskedPhone } from "../messages/sent-code.ts";
import { rememberedDays } from "./remembered-device.ts";
import { secondStepOf, stepDelivery } from "./second-factor.ts";

/** The second step of a sign-in; where none is owed, the way to what is. */
export const loginWith2FAView: Handlers["LoginWith2FAView"] = async (context) => {
  const step = await secondStepOf(context);
  if (step === null) return leadOn(context);
  const { factor, factors, user } = step;
  const { db } = context.services.store;
  const [delivery, codes, registered] = await Promise.all([
    stepDelivery(context, step, factor),
    countRecoveryCodes(db, user.id),
    hasCredential(db, user.id),
  ]);
  const secure = registered && isSecureSignInOffered(context);
  const isOther = (kind: SecondFactor["kind"]) =>
    kind !== factor.kind && factors.some((each) => each.kind === kind);
  return {
    username: user.username,
    method: factor.kind,
    methods: [
      ...factors.map(methodView),
      ...(codes > 0 ? [{ id: "recoverycode" as const, destination: null }] : []),
      ...(secure ? [{ id: "secure" as const, destination: null }] : []),
    ],
    preferred: factors[0]?.kind ?? factor.kind,
    others: {
      authenticator: isOther("authenticator"),
      sms: isOther("sms"),
      pin: isOther("pin"),
      recoverycode: codes > 0,
      secure,
    },
    delivery,
    rememberDevice: { allowed: true, days: rememberedDays },
    cancelAllowed: context.target.request !== null,
  };
};

/** A factor as it is shown: where its codes go only masked. */
export function methodView({ kind, target }: SecondFactor): MethodView {
  if (target === null) return { id: kind, destination: null };
  return { id: kind, destination: kind === "sms" ? maskedPhone(target) : maskedMail(target) };
}
