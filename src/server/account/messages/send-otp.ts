import type { Handlers } from "../../call.ts";
import { sendOneTimeToken } from "../one-time-token/one-time-token-request.ts";
import { sendSecondFactorCode } from "../second-factor/second-factor.ts";

/** Sends a one-time code: the token to sign in with, or the code of the second step. */
export const sendOtp: Handlers["SendOTP"] = async (context, { body: { purpose, channel, username } }) => {
  const delivery =
    purpose === "oneTimeToken"
      ? await sendOneTimeToken(context, channel, username)
      : await sendSecondFactorCode(context, channel);
  return { outcome: "sent", delivery };
};
