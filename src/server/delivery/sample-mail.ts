import type { Config } from "../../config/read-config.ts";
import { anyOf, momentIn } from "../../shared/formats.ts";
import type { MessageValue } from "../../shared/message-values.ts";
import type { Translate } from "../../shared/translate.ts";
import { partnerNamed } from "../partner-named.ts";
import { translatorOf } from "../translator-of.ts";
import { type WrittenMail, writeMail } from "./write-mail.ts";

/** A value for every placeholder of a mail or text message in a language; with an account and a device whose names do their worst. */
export function sampleParams(language: string, t: Translate): Record<MessageValue, string | number> {
  return {
    code: "271828",
    reference: "K7QF",
    minutes: 10,
    hours: 24,
    count: 3,
    username: "robin.featherstonehaugh@contosopayroll.example",
    destination: "r•••@payroll.example",
    providers: anyOf(language, ["Contoso", "Fabrikam"]),
    occasion: t("mails.occasion.where", {
      time: momentIn(language, Date.UTC(2031, 4, 1, 9, 30)),
      browser: "Firefox",
      system: "Windows",
    }),
    provider: "Contoso",
    method: t("panels.setup-methods.authenticator.title"),
    device: "Robin’s phone <b>& co.</b>",
    link: "https://signin.example.com/account/login/ott?state=wL1Rk7Jv0dXqf3u9sT5hYb2ZcE8mGn4pAoViKxQlMrU&returnUrl=%2Fconnect%2Fstart%2Fpayroll",
  };
}

/** Any mail as a partner's people get it in a language, with made-up values: for looking at it. */
export function sampleMail(
  config: Config,
  { template, partnerId, language }: { template: string; partnerId: string; language: string },
): WrittenMail {
  const partner = partnerNamed(config, partnerId);
  if (partner === undefined) throw new Error(`There is no partner named ${partnerId}`);
  const t = translatorOf(config, partnerId, language);
  return writeMail({ template, params: sampleParams(language, t) }, { t, language, partner });
}
