import type { Handlers } from "../../call.ts";
import { chooseSetupMethod, setupPin, setupPinDelivery } from "../set-up/two-factor-setup.ts";
import { changeMethod, factorOf, secondStepOf, sendPin, stepDelivery } from "./second-factor.ts";

/** Chooses the method of the second step, or else of the set-up that is under way. */
export const chooseSecondFactor: Handlers["ChooseSecondFactor"] = async (context, { body }) => {
  const step = await secondStepOf(context);
  if (step !== null) await changeMethod(context, step, body.method);
  const elsewhere = step === null ? await chooseSetupMethod(context, body.method) : undefined;
  return elsewhere ?? { outcome: "chosen" };
};

/** Mails a PIN for the second step, or else for the set-up that is under way. */
export const generatePin: Handlers["GeneratePin"] = async (context, { query }) => {
  const forced = query.forced === "true";
  const step = await secondStepOf(context);
  const delivery = step === null ? await setupPin(context, forced) : await sendPin(context, step, forced);
  return { outcome: "sent", delivery };
};

/** The reference of the PIN that is on its way. */
export const pinReference: Handlers["PinReference"] = async (context) => {
  const step = await secondStepOf(context);
  const delivery =
    step === null
      ? await setupPinDelivery(context)
      : await stepDelivery(context, step, factorOf(step, "pin"));
  return delivery ?? { destination: null, reference: null, expiresAt: null, resendAfter: 0 };
};
