import type { Gateways } from "./gateway.ts";
import type { GatewaySettings } from "./gateway-settings.ts";
import { httpGateway } from "./http-gateway.ts";
import { smtpGateway } from "./smtp-gateway.ts";

/** The gateways that the settings name. */
export function openGateways({ mail, sms }: GatewaySettings): Gateways {
  return {
    ...(mail && { mail: mail.kind === "smtp" ? smtpGateway(mail) : httpGateway(mail) }),
    ...(sms && { sms: httpGateway(sms) }),
  };
}
