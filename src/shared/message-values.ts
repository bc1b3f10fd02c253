/**
 * Every mail and text message that the program sends: template → names of the values that it is given, beside the
 * partner's name. The texts below `mails.<template>` and `texts.<template>` are judged by it, and who sends is.
 */
export const messageValues = {
  mail: {
    pin: ["code", "reference", "minutes"],
    setupPin: ["code", "reference", "minutes"],
    oneTimeToken: ["code", "reference", "minutes", "link"],
    newBrowser: ["username", "occasion"],
    recoveryCodeUsed: ["username", "occasion", "count"],
    secondStepRefused: ["username", "occasion"],
    secondFactorEnabled: ["username", "occasion"],
    secondFactorRemoved: ["username", "occasion", "method"],
    secondFactorDisabled: ["username", "occasion", "method"],
    secondFactorReset: ["username", "occasion", "method"],
    deviceAdded: ["username", "occasion", "device"],
    deviceRemoved: ["username", "occasion", "device"],
    providerLinked: ["username", "occasion", "provider"],
    providerUnlinked: ["username", "occasion", "provider"],
    recoveryCodes: ["username", "link", "hours"],
    recoveryCodesRenewed: ["username", "occasion"],
    accountAdded: ["link", "username", "hours"],
    passwordAtProvider: ["link", "username", "providers"],
    passwordNone: ["link", "username"],
    passwordReset: ["link", "username", "minutes"],
    passwordChanged: ["username", "occasion", "link"],
    contactCode: ["code", "reference", "minutes"],
    contactChanged: ["username", "occasion", "destination"],
  },
  sms: {
    secondFactor: ["code", "reference", "minutes"],
    setupPhone: ["code", "reference", "minutes"],
  },
} as const;

type Channels = typeof messageValues;

/** How a message goes. */
export type Channel = keyof Channels;

type NameIn<Names> = Names extends readonly (infer Name extends string)[] ? Name : never;

/** Which message of a channel, with all the values that it is given. */
export type MessageOf<By extends Channel> = {
  [Template in keyof Channels[By]]: {
    template: Template;
    params: Record<NameIn<Channels[By][Template]>, string | number>;
  };
}[keyof Channels[By]];

/** Any message, with all the values that it is given. */
export type FilledMessage =
  | ({ channel: "mail" } & MessageOf<"mail">)
  | ({ channel: "sms" } & MessageOf<"sms">);

/** Name of a value that any message is given. */
export type MessageValue = FilledMessage["params"] extends infer Params
  ? Params extends unknown
    ? keyof Params
    : never
  : never;
