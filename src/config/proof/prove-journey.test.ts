import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ScreensConfig } from "../../generated/config.ts";
import { queryParameters } from "../../shared/constants.ts";
import { checkConfig } from "../check-config.ts";
import { formatFinding } from "../finding.ts";
import { type LocatedJson, locateJson } from "../read/located-json.ts";
import { ownFiles, readSources } from "../read/sources.ts";
import { scenesOf } from "../resolve/scenes.ts";
import { groundOf } from "./places.ts";
import { proveJourney } from "./prove-journey.ts";
import { nothingProven, worlds } from "./situation.ts";
import { viewsOf, walk } from "./walk.ts";

// biome-ignore lint/suspicious/noExplicitAny: edits reach into every entry
type Config = any;

/** A wrong edit of the screens, and what the proof must say of it. */
interface Case {
  title: string;
  edit(config: Config): void;
  rule: string;
  /** Keys that lead to the place of the finding. */
  at: (string | number)[];
  /** How the path begins and ends. */
  path: string;
}

const sources = await readSources(process.cwd(), ownFiles);
const { workspace, journey, findings } = checkConfig(sources);
if (workspace === undefined) throw new Error(findings.map(formatFinding).join("\n"));
const text = readFileSync("screens.config.json", "utf8");

const stepOf = (config: Config, screen: string, id: string): Config =>
  config.screens[screen].steps.find((step: { id: string }) => step.id === id);
const actionOf = (part: Config, label: string): Config =>
  part.actions.find((action: { label: string }) => action.label === label);
const without = (part: Config, label: string): void => {
  part.actions = part.actions.filter((action: { label: string }) => action.label !== label);
};
const steps = (screen: string) =>
  (JSON.parse(text) as Config).screens[screen].steps.map(({ id }: { id: string }) => id);
const step = (screen: string, id: string) => ["screens", screen, "steps", steps(screen).indexOf(id), "id"];

const cases: Case[] = [
  {
    title: "a stage that leads to a screen which cannot settle it",
    edit: ({ journey }) => {
      journey.twoFactorSetupRequired = "loginTwoFactor";
    },
    rule: "journey-stage",
    at: ["journey", "twoFactorSetupRequired"],
    path: "login → submit (twoFactorSetupRequired) → loginTwoFactor → nothing is shown",
  },
  {
    title: "an expired password that leads to the page of who is signed in",
    edit: ({ journey }) => {
      journey.passwordExpired = "changePassword";
    },
    rule: "journey-stage",
    at: ["journey", "passwordExpired"],
    path: "login → submit (passwordExpired) → changePassword → errorAccessDenied, which does not settle it",
  },
  {
    title: "a choice of customers that leads home",
    edit: ({ journey }) => {
      journey.customerChoiceRequired = "home";
    },
    rule: "journey-stage",
    at: ["journey", "customerChoiceRequired"],
    path: "login → submit (customerChoiceRequired) → home, which does not settle it",
  },
  {
    title: "an offered device that leads to another page of the account",
    edit: ({ journey }) => {
      journey.deviceOffered = "contact";
    },
    rule: "journey-stage",
    at: ["journey", "deviceOffered"],
    path: "login → submit (deviceOffered) → contact, which does not settle it",
  },
  {
    title: "a second step that only who has a device can pass",
    edit: ({ journey }) => {
      journey.twoFactorRequired = "loginSecure";
    },
    rule: "journey-stage",
    at: ["journey", "twoFactorRequired"],
    path: "login → submit (twoFactorRequired) → loginSecure → login, which does not settle it",
  },
  {
    title: "a customer list without the call that chooses",
    edit: ({ screens: { select } }) => {
      delete select.submit;
    },
    rule: "journey-stage",
    at: ["journey", "customerChoiceRequired"],
    path: "login → submit (customerChoiceRequired) → select, which does not settle it",
  },
  {
    title: "a second step without its form",
    edit: ({ screens: { loginTwoFactor } }) => {
      delete loginTwoFactor.form;
      delete loginTwoFactor.submit;
    },
    rule: "journey-end",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor (view.others.recoverycode = false) → every way leads back here",
  },
  {
    title: "a second step that nobody can leave",
    edit: ({ screens: { loginTwoFactor } }) => {
      loginTwoFactor.links = [];
    },
    rule: "journey-exit",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → nothing leads on",
  },
  {
    title: "a way to start over that only some methods show",
    edit: ({ screens: { loginTwoFactor } }) => {
      loginTwoFactor.links[1].when = { "view.method": ["authenticator", "sms"] };
    },
    rule: "journey-exit",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor (view.method = pin) → every way leads back here",
  },
  {
    title: "a PIN that cannot be sent again, because the button waits for text messages",
    edit: ({ screens: { loginTwoFactor } }) => {
      actionOf(loginTwoFactor, "sendPinAgain").when = { "view.method": "sms" };
    },
    rule: "journey-code",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor (view.delivery is there, view.method = pin) → nothing sends another one",
  },
  {
    title: "a text message that cannot be sent again while the application waits",
    edit: ({ screens: { loginTwoFactor } }) => {
      actionOf(loginTwoFactor, "sendAgain").when["view.cancelAllowed"] = false;
    },
    rule: "journey-code",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor (view.delivery is there, view.method = sms) → nothing sends another one",
  },
  {
    title: "a one-time token that cannot be sent again",
    edit: (config) => without(stepOf(config, "loginOtt", "token"), "sendAgain"),
    rule: "journey-code",
    at: step("loginOtt", "token"),
    path: "login → link loginOtt → loginOtt#token (view.delivery is there) → nothing sends another one",
  },
  {
    title: "a code of a new address that cannot be sent again",
    edit: (config) => without(stepOf(config, "contact", "code"), "sendAgain"),
    rule: "journey-code",
    at: step("contact", "code"),
    path: "login → submit (done) → home → link contact → contact#code (view.canKeep = false, view.delivery is there) → nothing sends another one",
  },
  {
    title: "a one-time token that has nowhere to be typed",
    edit: (config) => {
      const part = stepOf(config, "loginOtt", "token");
      delete part.form;
      delete part.submit;
    },
    rule: "journey-code",
    at: step("loginOtt", "token"),
    path: "login → link loginOtt → loginOtt#token (view.delivery is there) → nothing takes it",
  },
  {
    title: "a door for requests that only a provider may answer, which is gone",
    edit: ({ screens: { login } }) => {
      delete login.enter;
    },
    rule: "journey-end",
    at: ["screens", "login"],
    path: "login (view.providers is empty) → every way leads back here",
  },
  {
    title: "a one-time token that cannot be given up",
    edit: (config) => without(stepOf(config, "loginOtt", "token"), "startOver"),
    rule: "journey-exit",
    at: step("loginOtt", "token"),
    path: "login → link loginOtt → loginOtt#token → nothing leads on",
  },
  {
    title: "a set-up that is required and cannot be left",
    edit: (config) => {
      stepOf(config, "setupTwoFactor", "choose").links.pop();
    },
    rule: "journey-exit",
    at: step("setupTwoFactor", "choose"),
    path: "login → submit (twoFactorSetupRequired) → setupTwoFactor#choose → nothing leads on",
  },
  {
    title: "a phone number that cannot be given up",
    edit: (config) => without(stepOf(config, "setupTwoFactor", "phone"), "back"),
    rule: "journey-exit",
    at: step("setupTwoFactor", "phone"),
    path: "login → submit (done) → home → link setupTwoFactor → setupTwoFactor#phone → nothing leads on",
  },
  {
    title: "a PIN of the set-up that cannot be given up, because its button waits for text messages",
    edit: (config) => {
      actionOf(stepOf(config, "setupTwoFactor", "code"), "back").when["view.method"] = "sms";
    },
    rule: "journey-exit",
    at: step("setupTwoFactor", "code"),
    path: "login → submit (done) → home → link setupTwoFactor → setupTwoFactor#code (view.method = pin) → nothing leads on",
  },
  {
    title: "a set-up whose code has nowhere to be typed",
    edit: (config) => {
      const part = stepOf(config, "setupTwoFactor", "code");
      delete part.form;
      delete part.submit;
    },
    rule: "journey-end",
    at: step("setupTwoFactor", "code"),
    path: "login → submit (twoFactorSetupRequired) → setupTwoFactor#code → every way leads back here",
  },
  {
    title: "a loop between two steps of the set-up",
    edit: (config) => {
      stepOf(config, "setupTwoFactor", "codes").submit.call = "Validate2faSetupCode";
      stepOf(config, "setupTwoFactor", "codes").next = [
        { when: { outcome: ["valid", "challengeEnded"] }, go: "#authenticator" },
      ];
    },
    rule: "journey-stage",
    at: ["journey", "twoFactorSetupRequired"],
    path: "login → submit (twoFactorSetupRequired) → setupTwoFactor, which does not settle it",
  },
  {
    title: "a choice of methods that leads nowhere",
    edit: (config) => {
      delete stepOf(config, "setupTwoFactor", "choose").submit;
    },
    rule: "journey-end",
    at: step("setupTwoFactor", "choose"),
    path: "login → submit (twoFactorSetupRequired) → setupTwoFactor#choose → every way leads back here",
  },
  {
    title: "a last page of the set-up without its button",
    edit: (config) => {
      delete stepOf(config, "setupTwoFactor", "done").submit;
    },
    rule: "journey-end",
    at: step("setupTwoFactor", "done"),
    path: "login → submit (done) → home → link setupTwoFactor → setupTwoFactor#done → nothing leads on",
  },
  {
    title: "a used recovery code after which there is no button",
    edit: (config) => {
      delete stepOf(config, "loginRecoveryCode", "used").submit;
    },
    rule: "journey-end",
    at: step("loginRecoveryCode", "used"),
    path: "login → submit (twoFactorRequired) → loginTwoFactor → link loginRecoveryCode → loginRecoveryCode#code → submit (codeUsed) → loginRecoveryCode#used → nothing leads on",
  },
  {
    title: "a recovery code that is asked for whatever is owed",
    edit: ({ screens: { loginRecoveryCode } }) => {
      delete loginRecoveryCode.load;
    },
    rule: "journey-end",
    at: ["screens", "loginRecoveryCode"],
    path: "/account/login/recoverycode opened → loginRecoveryCode → nothing leads on",
  },
  {
    title: "an expired password that must be known",
    edit: ({ screens: { changeExpiredPassword } }) => {
      changeExpiredPassword.links = [];
    },
    rule: "journey-exit",
    at: ["screens", "changeExpiredPassword"],
    path: "login → submit (passwordExpired) → changeExpiredPassword → nothing leads on",
  },
  {
    title: "an offered device that can be skipped only where it can be added",
    edit: ({ screens: { registerDevice } }) => {
      actionOf(registerDevice, "skip").when["view.allowed"] = true;
    },
    rule: "journey-end",
    at: ["screens", "registerDevice"],
    path: "login → submit (deviceOffered) → registerDevice (view.allowed = false) → nothing leads on",
  },
  {
    title: "a list of devices that is left only while one is offered",
    edit: ({ screens: { registerDevice } }) => {
      registerDevice.actions[2].when["view.offered"] = true;
    },
    rule: "journey-end",
    at: ["screens", "registerDevice"],
    path: "login → submit (done) → home → link registerDevice → registerDevice (view.fresh = true) → nothing leads on",
  },
  {
    title: "a home page on which a visitor cannot sign in",
    edit: ({ screens: { home } }) => {
      home.links[0].when["user.isAuthenticated"] = true;
    },
    rule: "journey-end",
    at: ["screens", "home"],
    path: "login → withProvider (unknown there) → link#invitation → submit (linked) → home → nothing leads on",
  },
  {
    title: "a provider's page without its button",
    edit: (config) => {
      delete stepOf(config, "loginVendor", "provider").submit;
    },
    rule: "journey-end",
    at: step("loginVendor", "provider"),
    path: "login → loginVendor#provider → every way leads back here",
  },
  {
    title: "a choice of providers all of whose ways a partner's option hides",
    edit: (config) => {
      const part = stepOf(config, "loginVendor", "choose");
      part.actions[0].when = { "partner.behaviour.showLoginProviders": true };
      part.links[0].when = { "partner.behaviour.showLoginProviders": true };
    },
    rule: "journey-end",
    at: step("loginVendor", "choose"),
    path: "/account/login/vendor opened → loginVendor#choose (partner.behaviour.showLoginProviders = false) → nothing leads on",
  },
  {
    title: "a sign-in page that does not help whoever has forgotten their password",
    edit: ({ screens: { login } }) => {
      login.links.shift();
    },
    rule: "journey-recovery",
    at: ["screens", "login", "links"],
    path: "login → every way leads back here",
  },
  {
    title: "a way to a new password that only some see",
    edit: ({ screens: { login } }) => {
      login.links[0] = { to: "recover", when: { "view.oneTimeToken": true } };
    },
    rule: "journey-recovery",
    at: ["screens", "login", "links"],
    path: "login (view.oneTimeToken = false) → every way leads back here",
  },
  {
    title: "a sign-in page that nobody gets back from to the application",
    edit: ({ screens: { login } }) => without(login, "cancel"),
    rule: "journey-cancel",
    at: ["screens", "login", "actions"],
    path: "login → every way leads back here",
  },
  {
    title: "a sign-in page whose one way back to the application leads to the sign-in again",
    edit: ({ screens: { login } }) => {
      without(login, "cancel");
      login.links.push({ to: "redirect", label: "back" });
    },
    rule: "journey-cancel",
    at: ["screens", "login", "actions"],
    path: "login → every way leads back here",
  },
  {
    title: "a sign-in page that only gives up for whoever has forgotten their password",
    edit: ({ screens: { login } }) => {
      delete actionOf(login, "cancel").when;
      login.links.shift();
    },
    rule: "journey-recovery",
    at: ["screens", "login", "links"],
    path: "login → every way leads back here",
  },
  {
    title: "a second step that is left by an address which the view may not have",
    edit: ({ screens: { loginTwoFactor } }) => {
      loginTwoFactor.links[1] = { to: "view.homeUrl", label: "startOver" };
    },
    rule: "journey-exit",
    at: ["screens", "loginTwoFactor"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → every way leads back here",
  },
  {
    title: "a provider's page that nobody gets back from to the application",
    edit: (config) => without(stepOf(config, "loginVendor", "provider"), "cancel"),
    rule: "journey-cancel",
    at: [...step("loginVendor", "provider").slice(0, -1), "actions"],
    path: "login → loginVendor#provider → nothing leads on",
  },
  {
    title: "a row to a step at which nobody stands then",
    edit: (config) => {
      stepOf(config, "contact", "change").next[0].go = "#signInAgain";
    },
    rule: "journey-way",
    at: [...step("contact", "change").slice(0, -1), "next", 0, "go"],
    path: "login → submit (done) → home → link contact → contact#change → submit (sent) → contact#signInAgain, where nobody can stand then",
  },
  {
    title: "a row that leaves a used recovery code untold",
    edit: (config) => {
      stepOf(config, "loginRecoveryCode", "code").next[0].go = "home";
    },
    rule: "journey-way",
    at: [...step("loginRecoveryCode", "code").slice(0, -1), "next", 0, "go"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → link loginRecoveryCode → loginRecoveryCode#code → submit (codeUsed) → home, which is the wrong way",
  },
  {
    title: "a row away from the second step that is owed",
    edit: ({ screens: { loginTwoFactor } }) => {
      actionOf(loginTwoFactor, "useSms").next[0].go = "recover";
    },
    rule: "journey-way",
    at: ["screens", "loginTwoFactor", "actions", 3, "next", 0, "go"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → useSms (chosen) → recover, which is the wrong way",
  },
  {
    title: "a row to the return address away from the second step that is owed",
    edit: ({ screens: { loginTwoFactor } }) => {
      actionOf(loginTwoFactor, "useSms").next[0].go = "$returnUrl";
    },
    rule: "journey-way",
    at: ["screens", "loginTwoFactor", "actions", 3, "next", 0, "go"],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → useSms (chosen) → home, which is the wrong way",
  },
  {
    title: "a row to the sign-in for who is signed in",
    edit: ({ screens: { changePassword } }) => {
      changePassword.next[0].go = "login";
    },
    rule: "journey-way",
    at: ["screens", "changePassword", "next", 0, "go"],
    path: "login → submit (done) → home → link changePassword → changePassword → submit (changed) → login, which is the wrong way",
  },
  {
    title: "a row to another way to sign in for who is signed in",
    edit: ({ screens: { changePassword } }) => {
      changePassword.next[0].go = "loginOtt";
    },
    rule: "journey-way",
    at: ["screens", "changePassword", "next", 0, "go"],
    path: "login → submit (done) → home → link changePassword → changePassword → submit (changed) → loginOtt, which is the wrong way",
  },
  {
    title: "a link to another way to sign in from which nobody comes back",
    edit: ({ screens: { changePassword } }) => {
      changePassword.links.push("loginSecure");
    },
    rule: "journey-way",
    at: ["screens", "changePassword", "links", 2],
    path: "login → submit (done) → home → link changePassword → changePassword → link loginSecure → loginSecure → does not come back here",
  },
  {
    title: "a link to a stage that is not owed",
    edit: ({ screens: { loginTwoFactor } }) => {
      loginTwoFactor.links.push("changeExpiredPassword");
    },
    rule: "journey-way",
    at: ["screens", "loginTwoFactor", "links", 2],
    path: "login → submit (twoFactorRequired) → loginTwoFactor → link changeExpiredPassword → changeExpiredPassword is not shown",
  },
  {
    title: "a link to the second step where nobody has begun a sign-in",
    edit: ({ screens: { recover } }) => {
      recover.links.push("loginTwoFactor");
    },
    rule: "journey-way",
    at: ["screens", "recover", "links", 1],
    path: "login → link recover → recover → link loginTwoFactor → loginTwoFactor is not shown",
  },
  {
    title: "a door that turns away whoever its link is shown to",
    edit: ({ screens: { loginSecure } }) => {
      loginSecure.enter.next[0].when["view.secure"] = true;
    },
    rule: "journey-way",
    at: ["screens", "loginSecure", "enter", "next", 0],
    path: "login → link loginSecure → back here",
  },
  {
    title: "a link to a page that is not for who reads it",
    edit: ({ screens: { login } }) => {
      login.links.push("contact");
    },
    rule: "journey-way",
    at: ["screens", "login", "links", 3],
    path: "login → link contact → contact is not shown",
  },
  {
    title: "a link to sign in anew that does not come back",
    edit: (config) => {
      delete stepOf(config, "contact", "signInAgain").links[0].comeBack;
    },
    rule: "journey-way",
    at: [...step("contact", "signInAgain").slice(0, -1), "links", 0, "to"],
    path: "login → submit (done) → home → link contact → contact#signInAgain → link login → login → does not come back here",
  },
  {
    title: "an entry of the menu that leads to the sign-in",
    edit: ({ menu }) => {
      menu[0] = "account";
    },
    rule: "journey-way",
    at: ["menu", 0],
    path: "menu → account → login",
  },
  {
    title: "an entry of the menu that leads to a page of who is not signed in yet",
    edit: ({ menu }) => {
      menu[1].to = "loginTwoFactor";
    },
    rule: "journey-way",
    at: ["menu", 1, "to"],
    path: "menu → loginTwoFactor → home",
  },
  {
    title: "doors that send everybody to each other",
    edit: ({ screens: { loggedOut, logout } }) => {
      loggedOut.enter.next = [{ when: { "view.stage": ["confirm", "done"] }, go: "logout" }];
      logout.enter.next = [{ when: { "view.stage": "done" }, go: "loggedOut" }];
    },
    rule: "journey-circle",
    at: ["screens", "loggedOut", "enter"],
    path: "login → submit (done) → home → link logout → logout → submit (upstream) → logoutUpstream → loggedOut → logout → loggedOut",
  },
  {
    title: "an access-denied page that leads only to where access is denied",
    edit: ({ screens: { errorAccessDenied } }) => {
      errorAccessDenied.links = ["select"];
    },
    rule: "journey-end",
    at: ["screens", "errorAccessDenied"],
    path: "/account/contact opened → contact → errorAccessDenied → every way leads back here",
  },
  {
    title: "a stale link's page without a way on",
    edit: ({ screens: { errorLinkExpired } }) => {
      errorLinkExpired.links = [];
    },
    rule: "journey-end",
    at: ["screens", "errorLinkExpired"],
    path: "login → withProvider (unknown there) → link → errorLinkExpired → nothing leads on",
  },
  {
    title: "an unmatched address without a way on",
    edit: ({ screens: { unmatched } }) => {
      unmatched.links = [];
    },
    rule: "journey-end",
    at: ["screens", "unmatched"],
    path: "* opened → unmatched → nothing leads on",
  },
  {
    title: "new recovery codes on a page without a way on",
    edit: (config) => {
      delete stepOf(config, "redeemRecoveryCodes", "codes").links;
    },
    rule: "journey-end",
    at: step("redeemRecoveryCodes", "codes"),
    path: "/account/redeem-recoverycodes opened → redeemRecoveryCodes#collect → submit (redeemed) → redeemRecoveryCodes#codes → nothing leads on",
  },
  {
    title: "recovery codes whose link may be dead, without another way",
    edit: (config) => {
      delete stepOf(config, "redeemRecoveryCodes", "collect").links;
    },
    rule: "journey-exit",
    at: step("redeemRecoveryCodes", "collect"),
    path: "/account/redeem-recoverycodes opened → redeemRecoveryCodes#collect → nothing leads on",
  },
  {
    title: "a sent recovery mail without a way on",
    edit: (config) => {
      stepOf(config, "recover", "sent").links = [];
    },
    rule: "journey-end",
    at: step("recover", "sent"),
    path: "login → link recover → recover → submit (sent) → recover#sent → nothing leads on",
  },
  {
    title: "a step that the server's view names and nobody has written",
    edit: ({ screens: { resetPassword } }) => {
      resetPassword.steps.pop();
    },
    rule: "journey-end",
    at: ["screens", "resetPassword"],
    path: "/account/reset-password opened → resetPassword → nothing leads on",
  },
  {
    title: "a new address that cannot be given up where there is no old one",
    edit: (config) => {
      delete stepOf(config, "contact", "code").links;
    },
    rule: "journey-exit",
    at: step("contact", "code"),
    path: "login → submit (done) → home → link contact → contact#code → nothing leads on",
  },
];

test.each<[title: string, edit: (config: Config) => void]>([
  [
    "a code that was wrong too often leads to the screen itself",
    (config) => {
      stepOf(config, "contact", "code").next[1].go = "contact";
    },
  ],
  [
    "a code that is sent again leaves the person on the last step of the screen",
    (config) => {
      actionOf(stepOf(config, "contact", "code"), "sendAgain").next[0].go = "contact";
    },
  ],
  [
    "whoever owes a set-up can go back from its first page to the sign-in alone",
    (config) => {
      const part = stepOf(config, "setupTwoFactor", "choose");
      part.links.pop();
      const when = { "user.isAuthenticated": false };
      part.actions.push({ call: "Next", with: { button: "=back" }, label: "back", when });
    },
  ],
  [
    "a new password leads to where the person came from",
    ({ screens: { changePassword } }) => {
      changePassword.next[0].go = "$returnUrl";
    },
  ],
])("finds nothing wrong where %s", (_, edit) => {
  const config = JSON.parse(text);
  edit(config);
  const located = locateJson("screens.config.json", JSON.stringify(config, null, 2)).document;
  const changed = { ...workspace, screens: located as LocatedJson<ScreensConfig> };
  expect(proveJourney({ ...changed, scenes: scenesOf(changed) }).findings).toEqual([]);
});

test("too many wrong tries in the middle of a screen lead to a step before", () => {
  const ground = groundOf({ ...workspace, scenes: scenesOf(workspace) });
  const ways = worlds().flatMap((world) =>
    walk(ground, world)
      .states.filter(({ state }) => state.place.id === "loginOtt#token")
      .flatMap((node) => viewsOf(node).flat())
      .flatMap(({ edges }) => edges.filter(({ outcome }) => outcome === "challengeEnded")),
  );
  const steps = ways.map(({ target }) => (target.to === "places" ? target.places.map(({ id }) => id) : []));
  expect(new Set(steps.map(String))).toEqual(new Set(["loginOtt#request"]));
});

test("a call that settles a stage out of turn is walked as well", () => {
  const config = JSON.parse(text);
  const { load: _, steps, ...rest } = config.screens.loginRecoveryCode;
  config.screens.loginRecoveryCode = { ...rest, ...steps[0], id: undefined, next: ["$journey"] };
  const document = locateJson("screens.config.json", JSON.stringify(config, null, 2)).document;
  const changed = { ...workspace, screens: document as LocatedJson<ScreensConfig> };
  expect(() => proveJourney({ ...changed, scenes: scenesOf(changed) })).not.toThrow();
});

test("what decides about one link alone adds to the views of a page, and does not multiply them", () => {
  const viewsOfLogin = (edit: (config: Config) => void): number => {
    const config = JSON.parse(text);
    edit(config);
    const located = locateJson("screens.config.json", JSON.stringify(config, null, 2)).document;
    const changed = { ...workspace, screens: located as LocatedJson<ScreensConfig> };
    const login = groundOf({ ...changed, scenes: scenesOf(changed) }).places.get("login");
    const [world] = worlds();
    if (login === undefined || world === undefined) throw new Error("nobody comes to the sign-in");
    return login.aspectsIn(world, nothingProven).flat().length;
  };
  const more = queryParameters.map((name) => ({ to: "recover", when: { [`query.${name}`]: "x" } }));
  const now = viewsOfLogin(() => undefined);
  const then = viewsOfLogin(({ screens: { login } }) => login.links.push(...more));
  expect(then - now).toBe(2 * more.length);
});

test("the screens as they stand are proven, with every stage, from many states", () => {
  expect(findings).toEqual([]);
  expect(journey?.states).toBeGreaterThan(5000);
  expect(journey?.ways).toBeGreaterThan(20_000);
});

test.each(cases.map((each) => [each.title, each] as const))("refuses %s", (_, { edit, rule, at, path }) => {
  const config = JSON.parse(text);
  edit(config);
  const located = locateJson("screens.config.json", JSON.stringify(config, null, 2)).document;
  const screens = located as LocatedJson<ScreensConfig>;
  const changed = { ...workspace, screens };
  const said = proveJourney({ ...changed, scenes: scenesOf(changed) }).findings;
  const isAtValue = rule === "journey-stage" || rule === "journey-way";
  const { line, column } = isAtValue ? screens.place(at) : screens.keyPlace(at);
  const here = said.filter(
    (finding) => finding.rule === rule && finding.line === line && finding.column === column,
  );
  expect(
    here.map((finding) => finding.path),
    said.map(formatFinding).join("\n"),
  ).toEqual([path]);
});

test("what leads in a circle is told as that alone, and nobody is called stranded by it", () => {
  const config = JSON.parse(text);
  const { loggedOut, logout } = config.screens;
  loggedOut.enter.next = [{ when: { "view.stage": "done" }, go: "logout" }];
  logout.enter.next = [{ when: { "view.stage": "done" }, go: "loggedOut" }];
  const located = locateJson("screens.config.json", JSON.stringify(config)).document;
  const changed = { ...workspace, screens: located as LocatedJson<ScreensConfig> };
  const said = proveJourney({ ...changed, scenes: scenesOf(changed) }).findings;
  expect(new Set(said.map(({ rule }) => rule))).toEqual(new Set(["journey-circle"]));
});

test("what a screen lacks is told once, though another one extends it", () => {
  const config = JSON.parse(text);
  config.screens.login.links.shift();
  const located = locateJson("screens.config.json", JSON.stringify(config)).document;
  const changed = { ...workspace, screens: located as LocatedJson<ScreensConfig> };
  const said = proveJourney({ ...changed, scenes: scenesOf(changed) }).findings;
  expect(said.map(({ rule }) => rule)).toEqual(["journey-recovery"]);
});

/** A button of a screen or step, and by what of it or of the view nothing comes of its call. */
type Futile = readonly [
  place: [screen: string, step?: string],
  button: { call: string; with?: Record<string, string>; when?: Record<string, unknown> },
  given: string | undefined,
  by: string,
];

const signInCode: Futile[0] = ["loginTwoFactor"];
const signInToken: Futile[0] = ["loginOtt", "token"];
const setUpCode: Futile[0] = ["setupTwoFactor", "code"];
const setUpMethods: Futile[0] = ["setupTwoFactor", "choose"];
const byMail = { purpose: "=secondFactor", channel: "=mail" };
const bySms = { purpose: "=secondFactor", channel: "=sms" };
const token = { purpose: "=oneTimeToken", channel: "=mail" };

const futile: Futile[] = [
  [setUpCode, { call: "Validate2faSetupCode", with: { method: "=sms" } }, "method", " (view.method = pin)"],
  [
    signInCode,
    { call: "ChooseSecondFactor", with: { method: "=sms" } },
    "method",
    " (view.others.sms = false)",
  ],
  [
    setUpMethods,
    { call: "ChooseSecondFactor", with: { method: "=pin" } },
    "method",
    " (view.available.pin = false)",
  ],
  [
    setUpMethods,
    { call: "RemoveSecondFactor", with: { method: "=sms" }, when: { "view.removal": "allowed" } },
    "method",
    " (view.active.sms = false)",
  ],
  [
    setUpMethods,
    { call: "RemoveSecondFactor", with: { method: "=sms" }, when: { "view.active.sms": true } },
    undefined,
    " (view.removal = signInAgain)",
  ],
  [setUpMethods, { call: "ForgetRememberedDevices" }, undefined, " (view.rememberedDevices = false)"],
  [signInToken, { call: "SendOTP", with: { ...token, channel: "=sms" } }, "purpose", ""],
  [signInToken, { call: "SendOTP", with: bySms }, "purpose", ""],
  [setUpCode, { call: "SendOTP", with: bySms, when: { "view.method": "sms" } }, "purpose", ""],
  [
    signInCode,
    { call: "SendOTP", with: byMail, when: { "view.method": "sms" } },
    "channel",
    " (view.method = sms)",
  ],
  [
    signInCode,
    { call: "SendOTP", with: token, when: { "view.method": "sms" } },
    "purpose",
    " (view.method = sms)",
  ],
  [signInCode, { call: "SendOTP", with: bySms }, "channel", " (view.method = authenticator)"],
  [
    signInCode,
    { call: "GeneratePin", with: { forced: "=false" }, when: { "view.method": "pin" } },
    "forced",
    " (view.delivery is there)",
  ],
  [
    signInCode,
    { call: "GeneratePin", with: { forced: "=true" } },
    undefined,
    " (view.method = authenticator)",
  ],
  // What is not given is what the contract says.
  [
    signInCode,
    { call: "GeneratePin", when: { "view.method": "pin" } },
    "forced",
    " (view.delivery is there)",
  ],
  [
    ["setupTwoFactor", "codes"],
    { call: "GeneratePin", with: { forced: "=true" }, when: { "view.method": "pin" } },
    undefined,
    "",
  ],
  [setUpCode, { call: "GeneratePhoneVerification" }, undefined, " (view.method = pin)"],
  [
    ["registerDevice"],
    { call: "RegisterCredential", when: { "view.fresh": true } },
    undefined,
    " (view.allowed = false)",
  ],
  [
    ["registerDevice"],
    { call: "RegisterCredential", when: { "view.allowed": true } },
    undefined,
    " (view.fresh = false)",
  ],
  [["registerDevice"], { call: "RemoveCredential" }, undefined, " (view.fresh = false)"],
  [["registerDevice"], { call: "SkipFido" }, undefined, " (view.offered = false)"],
  [["loggedOut"], { call: "Logout", with: { scope: "=here" } }, undefined, " (view.stage = done)"],
  [["loginRecoveryCode", "used"], { call: "Next", with: { button: "=cancel" } }, "button", ""],
  [setUpMethods, { call: "Next", with: { button: "=back" } }, "button", ""],
  [["login"], { call: "Next", with: { button: "=continue" } }, "button", ""],
  [signInCode, { call: "Next", with: { button: "=continue" } }, "button", ""],
  [["changeExpiredPassword"], { call: "Next" }, "button", ""],
  [signInToken, { call: "Next", with: { button: "=skip" } }, "button", ""],
  [["select"], { call: "Next", with: { button: "=back" } }, "button", ""],
  [setUpMethods, { call: "Next", with: { button: "=skip" } }, "button", ""],
];

/** What the proof says once buttons were added, and where each of them stands. */
const provenWith = (buttons: readonly (readonly [place: Futile[0], button: Futile[1]])[]) => {
  const config = JSON.parse(text);
  const paths = buttons.map(([[screen, id], button]) => {
    const part = id === undefined ? config.screens[screen] : stepOf(config, screen, id);
    part.actions = [...(part.actions ?? []), { ...button, label: "futile" }];
    const place = id === undefined ? ["screens", screen] : step(screen, id).slice(0, -1);
    return [...place, "actions", part.actions.length - 1];
  });
  const located = locateJson("screens.config.json", JSON.stringify(config, null, 2)).document;
  const screens = located as LocatedJson<ScreensConfig>;
  const changed = { ...workspace, screens };
  const said = proveJourney({ ...changed, scenes: scenesOf(changed) }).findings;
  return { said, paths, screens };
};

test("tells nothing of a button whose call is done wherever it is shown", () => {
  const { said } = provenWith([
    [setUpMethods, { call: "ChooseSecondFactor", with: { method: "=authenticator" } }],
    [signInCode, { call: "SendOTP", with: byMail, when: { "view.method": "pin" } }],
  ]);
  expect(said).toEqual([]);
});

test("tells of each button of whose call nothing comes, and by what", () => {
  const { said, paths, screens } = provenWith(futile.map(([place, button]) => [place, button]));
  const expected = futile.map(([[screen, id], , given, by], index) => {
    const at = [...(paths[index] ?? []), ...(given === undefined ? ["call"] : ["with", given])];
    const path = `${id === undefined ? screen : `${screen}#${id}`}${by} → futile → nothing comes of it`;
    const { line, column } = screens.place(at);
    return { rule: "journey-call", line, column, path: expect.stringContaining(path) };
  });
  expect(said).toHaveLength(expected.length);
  expect(said).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))));
});
