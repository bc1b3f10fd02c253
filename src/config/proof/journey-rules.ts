import type { RulePage } from "../rules/rule.ts";

/** What the journey proof finds, once all rules hold (see the README of `src/config/`). */
export const journeyRules: readonly RulePage[] = [
  {
    id: "journey-stage",
    finds: "A stage of the journey whose screen cannot settle it.",
    why: "Whoever owes the stage is led to that screen again and again: it needs a call that ends the stage, and it must be shown to everybody who owes it.",
    example: {
      file: "screens.config.json",
      wrong: '"customerChoiceRequired": "home"',
      right: '"customerChoiceRequired": "select"',
    },
  },
  {
    id: "journey-end",
    finds: "A screen or step from which nobody gets to the end of the sign-in, for some answer of its view.",
    why: "Every state needs a way that leads to an end whatever the server answers, without a secure credential and without going in circles. The line below says how one comes there, and which facts make the difference.",
    example: {
      file: "screens.config.json",
      wrong: '{ "id": "none", "panel": "message" }',
      right: '{ "id": "none", "panel": "message", "links": ["login"] }',
    },
  },
  {
    id: "journey-exit",
    finds: "A screen or step that cannot be left by whoever cannot do what it asks for.",
    why: "Who has no code, no device or a dead link needs a link or a button that anybody can press and nobody refuses.",
    example: {
      file: "screens.config.json",
      wrong: `"recover": {
  "path": "/account/recover",
  "load": { "call": "RecoverView" },
  "form": "recover",
  "submit": { "call": "Recover" },
  "next": [{ "when": { "outcome": "sent" }, "go": "#sent", "show": true }],
  "links": [],`,
      right: `"recover": {
  "path": "/account/recover",
  "load": { "call": "RecoverView" },
  "form": "recover",
  "submit": { "call": "Recover" },
  "next": [{ "when": { "outcome": "sent" }, "go": "#sent", "show": true }],
  "links": [{ "to": "login", "label": "back" }],`,
    },
  },
  {
    id: "journey-recovery",
    finds:
      "A screen or step of the sign-in from which whoever has forgotten their password cannot ask for a new one.",
    why: "They would be shut out, though they need a link alone: to the screen whose form calls `Recover`.",
    example: {
      file: "screens.config.json",
      wrong: `"links": [
  { "to": "loginSecure", "wayIn": "secureCredential", "when": { "view.secure": true } },
  { "to": "loginOtt", "wayIn": "oneTimeToken", "when": { "view.oneTimeToken": true } }
]`,
      right: `"links": [
  "recover",
  { "to": "loginSecure", "wayIn": "secureCredential", "when": { "view.secure": true } },
  { "to": "loginOtt", "wayIn": "oneTimeToken", "when": { "view.oneTimeToken": true } }
]`,
    },
  },
  {
    id: "journey-cancel",
    finds:
      "A screen or step of the sign-in from which nobody gets back to the application that they came from.",
    why: "Whoever does not want to sign in after all needs a button that cancels: here, or on a page that a link or button leads to.",
    example: {
      file: "screens.config.json",
      wrong: `"actions": [
  {
    "call": "VendorLogin",
    "each": "view.providers",
    "with": { "vendorId": "item.id" },
    "label": "withProvider",
    "wayIn": "providers",
    "icon": "building",
    "when": { "partner.behaviour.showLoginProviders": true }
  },
  { "call": "Next", "with": { "button": "=continue" }, "label": "continue", "when": { "view.signedIn": true } }
],`,
      right: `"actions": [
  {
    "call": "VendorLogin",
    "each": "view.providers",
    "with": { "vendorId": "item.id" },
    "label": "withProvider",
    "wayIn": "providers",
    "icon": "building",
    "when": { "partner.behaviour.showLoginProviders": true }
  },
  { "call": "Next", "with": { "button": "=continue" }, "label": "continue", "when": { "view.signedIn": true } },
  { "call": "Next", "with": { "button": "=cancel" }, "label": "cancel", "when": { "view.cancelAllowed": true } }
],`,
    },
  },
  {
    id: "journey-code",
    finds:
      "A screen or step whose view tells of a code on its way, where it cannot be typed or cannot be sent again.",
    why: "Messages get lost. Wherever the view has a `delivery`, a form must take the code, and a button must call what sends again.",
    example: {
      file: "screens.config.json",
      wrong: `"id": "token",
"panel": "code-delivery",
"form": "one-time-token",
"submit": { "call": "LoginWithOTT" },
"next": ["$journey", { "when": { "outcome": "challengeEnded" }, "go": "loginOtt", "say": "tokenEnded" }],
"actions": [`,
      right: `"id": "token",
"panel": "code-delivery",
"form": "one-time-token",
"submit": { "call": "LoginWithOTT" },
"next": ["$journey", { "when": { "outcome": "challengeEnded" }, "go": "loginOtt", "say": "tokenEnded" }],
"actions": [
  {
    "call": "SendOTP",
    "with": { "purpose": "=oneTimeToken", "channel": "=mail" },
    "label": "sendAgain",
    "wait": "view.delivery.resendAfter",
    "next": [{ "when": { "outcome": "sent" }, "go": "#token", "say": "tokenSent" }]
  },`,
    },
  },
  {
    id: "journey-call",
    finds:
      "A button or form whose call comes to nothing for somebody who sees it: the server refuses it, does not do what was asked, or takes away what was just settled.",
    why: "A code of one method that is sent as that of another never counts, and a PIN that is not forced is not sent again. Give the call what the page is about, or show its button only where it helps.",
    example: {
      file: "screens.config.json",
      wrong: '"submit": { "call": "LoginWith2FA", "with": { "method": "=sms" } }',
      right: '"submit": { "call": "LoginWith2FA", "with": { "method": "view.method" } }',
    },
  },
  {
    id: "journey-way",
    finds:
      "A link, a row or an entry of the menu that leads somebody wrong: to a page that sends them away or back at once, away from what is still owed or was not told yet, or from where a code that was sent is typed, or to sign in with no way back.",
    why: "Who is not signed in reads that access is denied, although the page itself led there; whoever is signed in finds themselves at the sign-in.",
    example: {
      file: "screens.config.json",
      wrong: '"go": "select", "say": "passwordReset"',
      right: '"go": "login", "say": "passwordReset"',
    },
  },
  {
    id: "journey-circle",
    finds:
      "Screens that send a visitor to each other by `enter` or by the stage that is owed, and show nothing.",
    why: "The browser would follow the redirects until it gives up.",
    example: {
      file: "screens.config.json",
      wrong: `"enter": {
  "call": "LogoutView",
  "with": { "logoutId": "query.logoutId" },
  "next": [{ "when": { "view.stage": "done" }, "go": "logout", "with": { "logoutId": "query.logoutId" } }]
},`,
      right: `"enter": {
  "call": "LogoutView",
  "with": { "logoutId": "query.logoutId" },
  "next": [{ "when": { "view.stage": "confirm" }, "go": "home" }]
},`,
    },
  },
];
