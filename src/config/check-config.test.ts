import { expect, test } from "vitest";
import { type Json, sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { type CheckResult, checkAll, checkConfig } from "./check-config.ts";
import { editJson, type Edit as JsonEdit } from "./edit-json.ts";
import { journeyRules } from "./proof/journey-rules.ts";
import { readingRules } from "./reading-rules.ts";
import { rules } from "./rules/rules.ts";
import { ownHashOf, type Sources } from "./sources.ts";
import { flattenTexts } from "./texts.ts";

type Path = (string | number)[];
/** A wrong edit of a file's text. */
type Edit = (text: string) => string | undefined;

/** What an edit must lead to: the rule, and the text at the very place of the finding. */
interface Case {
  rule: string;
  file: string;
  edit: Edit;
  at: string;
  suggestion?: string;
}

const screens = "screens.config.json";
const locale = "locales/de.json";
const source = "locales/en-GB.json";
const clients = "clients.config.json";
const vendors = "vendors.config.json";
const partner = "partners/northwind/partner.json";
const form = "schemas/forms/sample.json";
const call = "schemas/calls/Sample.json";
const logo = "partners/northwind/logo.svg";
const icon = "contoso.svg";
const states = "states/login.json";

const cases: Case[] = [
  // Reading
  { rule: "json-syntax", file: screens, edit: swap('"/sample",', '"/sample"'), at: "\n" },
  { rule: "json-syntax", file: locale, edit: () => "", at: "" },
  { rule: "json-syntax", file: clients, edit: (text) => `\u{feff}${text}`, at: "\u{feff}" },
  {
    rule: "json-syntax",
    file: source,
    edit: swap("Skip to the content", "Skip to\nthe content"),
    at: '"Skip to',
  },
  {
    rule: "json-duplicate-key",
    file: screens,
    edit: swap('"path": "/sample"', '"path": "/a",\n"path": "/b"'),
    at: '"path": "/b"',
  },
  {
    rule: "json-name",
    file: locale,
    edit: swap('"shell": {', '"shell": {\n"__proto__": {},'),
    at: '"__proto__"',
  },
  { rule: "missing-file", file: screens, edit: () => undefined, at: "" },
  { rule: "unknown-file", file: "partners/northwind/partners.json", edit: () => "{}", at: "{" },
  {
    rule: "wrong-schema",
    file: "schemas/config/partner.schema.json",
    edit: set(["type"], "objekt"),
    at: '"objekt"',
    suggestion: "object",
  },
  // Shape
  {
    rule: "unknown-key",
    file: screens,
    edit: rename(["screens", "home", "panel"], "pannel"),
    at: '"pannel"',
    suggestion: "panel",
  },
  { rule: "unknown-key", file: partner, edit: rename(["defaultLanguage"], "language"), at: '"language"' },
  {
    rule: "unknown-key",
    file: screens,
    edit: set(["screens", "login", "links", 0], { to: "recover", iff: {} }),
    at: '"iff"',
  },
  { rule: "missing-key", file: clients, edit: drop(["clients", "payroll", "name"]), at: "{" },
  { rule: "missing-key", file: screens, edit: drop(["screens", "sample", "next", 0, "go"]), at: "{" },
  {
    rule: "wrong-name",
    file: screens,
    edit: rename(["screens", "sample"], "Sample-screen"),
    at: '"Sample-screen"',
  },
  {
    rule: "wrong-name",
    file: screens,
    edit: rename(["screens", "sample", "next", 0, "when", "outcome"], "outcom"),
    at: '"outcom"',
  },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "home", "layout"], "bear"),
    at: '"bear"',
    suggestion: "bare",
  },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "login", "next", 0], "$jurney"),
    at: '"$jurney"',
    suggestion: "$journey",
  },
  { rule: "wrong-value", file: screens, edit: set(["screens", "login", "links", 0], 7), at: "7" },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "sample", "path"], "/sample/"),
    at: '"/sample/"',
  },
  ...["view.username", "view.providers", "view.client.name"].map((to) => ({
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "sample", "links", 0], { to, label: "provider" }),
    at: `"${to}"`,
  })),
  { rule: "wrong-value", file: partner, edit: set(["themesBackgroundColor"], "blue"), at: '"blue"' },
  {
    rule: "wrong-value",
    file: call,
    edit: set(["access"], "anonymus"),
    at: '"anonymus"',
    suggestion: "anonymous",
  },
  {
    rule: "wrong-value",
    file: form,
    edit: set(["fields", 0, "widget"], "radios"),
    at: '"radios"',
    suggestion: "radio",
  },
  { rule: "wrong-value", file: locale, edit: set(["shell", "close"], 5), at: "5" },
  {
    rule: "wrong-value",
    file: call,
    edit: set(["body", "properties", "phone", "type"], "strin"),
    at: '"strin"',
    suggestion: "string",
  },
  // Schemas
  {
    rule: "schema-keyword",
    file: call,
    edit: rename(["body", "properties", "phone", "maxLength"], "maxLenght"),
    at: '"maxLenght"',
    suggestion: "maxLength",
  },
  {
    rule: "schema-wordless",
    file: call,
    edit: set(["answer", "properties", "outcome"], true),
    at: "true",
  },
  {
    rule: "schema-required",
    file: call,
    edit: set(["body", "required", 0], "methode"),
    at: '"methode"',
    suggestion: "method",
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "../entities/usr.json"),
    at: '"../entities/usr.json"',
    suggestion: "../entities/user.json",
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#x"),
    at: '"#x"',
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#/summary"),
    at: '"#/summary"',
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#"),
    at: '"#"',
  },
  {
    rule: "schema-reference",
    file: "schemas/entities/role.json",
    edit: set(["properties", "id"], { $ref: "user.json" }),
    at: '"user.json"',
  },
  // Names
  {
    rule: "known-call",
    file: screens,
    edit: set(["screens", "home", "load", "call"], "Usr"),
    at: '"Usr"',
    suggestion: "User",
  },
  {
    rule: "known-call",
    file: screens,
    edit: set(["screens", "home", "load", "call"], "constructor"),
    at: '"constructor"',
  },
  {
    rule: "known-form",
    file: screens,
    edit: set(["screens", "login", "form"], "logn"),
    at: '"logn"',
    suggestion: "login",
  },
  {
    rule: "known-panel",
    file: screens,
    edit: set(["screens", "home", "panel"], "hoem"),
    at: '"hoem"',
    suggestion: "home",
  },
  {
    rule: "known-screen",
    file: screens,
    edit: set(["screens", "loginLocal", "extends"], "logi"),
    at: '"logi"',
    suggestion: "login",
  },
  {
    rule: "known-screen",
    file: screens,
    edit: set(["screens", "account", "redirect"], "logn"),
    at: '"logn"',
    suggestion: "login",
  },
  {
    rule: "known-screen",
    file: screens,
    edit: set(["screens", "errorExpired", "links", 0], "lgin"),
    at: '"lgin"',
    suggestion: "login",
  },
  {
    rule: "known-target",
    file: screens,
    edit: set(["screens", "sample", "next", 0, "go"], "hom"),
    at: '"hom"',
    suggestion: "home",
  },
  {
    rule: "known-target",
    file: screens,
    edit: set(["screens", "wizard", "steps", 0, "next", 1, "go"], "#don"),
    at: '"#don"',
    suggestion: "#done",
  },
  {
    rule: "known-target",
    file: screens,
    edit: set(["journey", "passwordExpired"], "somewhere"),
    at: '"somewhere"',
  },
  {
    rule: "known-fact",
    file: screens,
    edit: rename(["screens", "sample", "next", 0, "when", "form.method"], "form.methode"),
    at: '"form.methode"',
    suggestion: "form.method",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "loggedOut", "load", "with", "logoutId"], "query.logoutid"),
    at: '"query.logoutid"',
    suggestion: "query.logoutId",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "home", "links", 0, "when"], { "user.isAuthentic": true }),
    at: '"user.isAuthentic"',
    suggestion: "user.isAuthenticated",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "failed", "links", 0, "to"], "view.homUrl"),
    at: '"view.homUrl"',
    suggestion: "view.homeUrl",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "with", "username"], "item.ids"),
    at: '"item.ids"',
    suggestion: "item.id",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: drop(["screens", "many", "actions", 0, "each"]),
    at: '"item.id"',
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "each"], "view.provider"),
    at: '"view.provider"',
    suggestion: "view.providers",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: drop(["screens", "wizard", "steps", 1, "actions", 1, "next", 0, "show"]),
    at: '"view.outcome"',
  },
  {
    rule: "known-property",
    file: screens,
    edit: rename(["screens", "loggedOut", "load", "with", "logoutId"], "logout"),
    at: '"logout"',
    suggestion: "logoutId",
  },
  {
    rule: "known-property",
    file: screens,
    edit: rename(["screens", "sample", "next", 0, "with", "id"], "idd"),
    at: '"idd"',
    suggestion: "id",
  },
  {
    rule: "known-partner",
    file: clients,
    edit: set(["clients", "payroll", "partnerId"], "nortwind"),
    at: '"nortwind"',
    suggestion: "northwind",
  },
  {
    rule: "known-vendor",
    file: clients,
    edit: set(["clients", "payroll", "vendorId"], "contosso"),
    at: '"contosso"',
    suggestion: "contoso",
  },
  {
    rule: "partner-provider",
    file: partner,
    edit: set(["signIn"], { providers: ["contosso"] }),
    at: '"contosso"',
    suggestion: "contoso",
  },
  { rule: "known-vendor", file: clients, edit: drop(["clients", "payroll", "vendorId"]), at: '"vendor"' },
  {
    rule: "known-language",
    file: partner,
    edit: set(["availableLanguages", 0], "en-BG"),
    at: '"en-BG"',
    suggestion: "en-GB",
  },
  {
    rule: "known-language",
    file: partner,
    edit: set(["availableLanguages", 0], "fr"),
    at: '"fr"',
    suggestion: "fr-CA",
  },
  {
    rule: "known-language",
    file: partner,
    edit: set(["defaultLanguage"], "en"),
    at: '"en"',
    suggestion: "en-GB",
  },
  { rule: "known-language", file: "locales/deutsch-1.json", edit: () => "{}", at: "{" },
  { rule: "known-language", file: "locales/german.json", edit: () => "{}", at: "{", suggestion: "de" },
  {
    rule: "known-message",
    file: screens,
    edit: set(["tones"], { languageChangd: "success" }),
    at: '"languageChangd"',
    suggestion: "languageChanged",
  },
  {
    rule: "vendor-icon",
    file: vendors,
    edit: set(["vendors", "contoso", "icon"], "contosso.svg"),
    at: '"contosso.svg"',
    suggestion: "contoso.svg",
  },
  // Screens and calls
  { rule: "journey-map", file: screens, edit: drop(["journey", "deviceOffered"]), at: "{" },
  {
    rule: "journey-map",
    file: screens,
    edit: set(["journey", "deviceOfferd"], "home"),
    at: '"deviceOfferd"',
    suggestion: "deviceOffered",
  },
  {
    rule: "known-screen",
    file: screens,
    edit: set(["menu", 5], "contacts"),
    at: '"contacts"',
    suggestion: "contact",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["menu", 1], { to: "select", when: { "user.hasCustomerChoise": true } }),
    at: '"user.hasCustomerChoise"',
    suggestion: "user.hasCustomerChoice",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["menu", 1], { to: "select", when: { "view.step": "choose" } }),
    at: '"view.step"',
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["menu", 1], { to: "select", when: { "user.hasCustomerChoice": "yes" } }),
    at: '"yes"',
  },
  { rule: "listed-twice", file: screens, edit: set(["menu", 0], "contact"), at: '"contact"' },
  {
    rule: "needed-text",
    file: screens,
    edit: set(["menu", 0], "loginTwoFactor"),
    at: '"loginTwoFactor"',
    suggestion: "links",
  },
  {
    rule: "confirmed-removal",
    file: screens,
    edit: drop(["screens", "registerDevice", "actions", 3, "confirm"]),
    at: '"remove"',
  },
  {
    rule: "confirmed-removal",
    file: screens,
    edit: drop(["screens", "setupTwoFactor", "steps", 1, "actions", 1, "confirm"]),
    at: '"removeSms"',
  },
  {
    rule: "send-wait",
    file: screens,
    edit: drop(["screens", "loginTwoFactor", "actions", 1, "wait"]),
    at: '"sendPinAgain"',
  },
  {
    rule: "send-wait",
    file: screens,
    edit: drop(["screens", "loginOtt", "steps", 1, "actions", 0, "wait"]),
    at: '"sendAgain"',
  },
  {
    rule: "main-button",
    file: screens,
    edit: set(["screens", "loginTwoFactor", "actions", 2, "color"], "primary"),
    at: '"primary"',
  },
  {
    rule: "main-button",
    file: screens,
    edit: set(["screens", "registerDevice", "actions", 1, "color"], "primary"),
    at: '"primary"',
  },
  {
    rule: "main-button",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "color"], "primary"),
    at: '"primary"',
  },
  {
    rule: "same-words",
    file: screens,
    edit: set(["screens", "contact", "steps", 1, "links", 1], { to: "home", listed: true }),
    at: "{",
  },
  {
    rule: "same-words",
    file: source,
    edit: set(["screens", "login", "submit"], "Cancel"),
    at: '"cancel"',
  },
  {
    rule: "same-words",
    file: source,
    edit: set(["screens", "contact", "link"], "Change your password"),
    at: '"contact"',
  },
  {
    rule: "same-words",
    file: source,
    edit: set(["forms", "login", "password", "label"], "User name"),
    at: '"password"',
  },
  {
    rule: "same-words",
    file: "locales/de.json",
    edit: set(["forms", "login", "password", "label"], "User name"),
    at: '"password"',
  },
  {
    rule: "client-address",
    file: clients,
    edit: set(["clients", "payroll", "backChannelLogoutUri"], "https://payroll.example/*"),
    at: '"https://payroll.example/*"',
  },
  {
    rule: "single-extends",
    file: screens,
    edit: set(["screens", "unmatched", "extends"], "loginLocal"),
    at: '"loginLocal"',
    suggestion: "login",
  },
  {
    rule: "single-extends",
    file: screens,
    edit: set(["screens", "unmatched", "extends"], "unmatched"),
    at: '"unmatched"',
  },
  {
    rule: "screen-body",
    file: screens,
    edit: drop(["screens", "logoutUpstream", "panel"]),
    at: '"logoutUpstream"',
  },
  {
    rule: "screen-body",
    file: screens,
    edit: set(["screens", "logoutUpstream", "redirect"], "login"),
    at: '"login"',
  },
  {
    rule: "redirect-circle",
    file: screens,
    edit: set(["screens", "account", "redirect"], "redirect"),
    at: '"redirect"',
  },
  {
    rule: "unique-path",
    file: screens,
    edit: set(["screens", "sample", "path"], "/devops"),
    at: '"/devops"',
  },
  {
    rule: "unique-path",
    file: screens,
    edit: set(["screens", "sample", "path"], "/connect/extra"),
    at: '"/connect/extra"',
  },
  { rule: "fixed-screen", file: screens, edit: drop(["screens", "errorSignIn"]), at: "{" },
  {
    rule: "fixed-screen",
    file: screens,
    edit: set(["screens", "error", "path"], "/mistake"),
    at: '"/mistake"',
    suggestion: "/error",
  },
  {
    rule: "way-in-link",
    file: screens,
    edit: set(["screens", "sample", "links", 0, "wayIn"], "providers"),
    at: "{",
  },
  {
    rule: "way-in-link",
    file: screens,
    edit: drop(["screens", "login", "actions", 0, "when"]),
    at: "{",
  },
  ...[
    ["actions", 0, "when", "partner.behaviour.showLoginProviders"],
    ["links", 1, "when", "view.secure"],
    ["links", 2, "when", "view.oneTimeToken"],
  ].map((path) => ({
    rule: "way-in-link",
    file: screens,
    edit: set(["screens", "login", ...path], false),
    at: "false",
  })),
  {
    rule: "way-in-link",
    file: screens,
    edit: set(["screens", "login", "links", 2, "when"], { "view.secure": true }),
    at: "{",
  },
  { rule: "link-label", file: screens, edit: drop(["screens", "failed", "links", 0, "label"]), at: "{" },
  {
    rule: "safe-call",
    file: screens,
    edit: set(["screens", "home", "load", "call"], "SetLanguage"),
    at: '"SetLanguage"',
  },
  { rule: "safe-flag", file: "schemas/calls/User.json", edit: drop(["safe"]), at: '"query"' },
  { rule: "safe-flag", file: "schemas/calls/Customers.json", edit: set(["safe"], false), at: "false" },
  {
    rule: "paged-list",
    file: screens,
    edit: set(["screens", "select", "list", "call"], "User"),
    at: '"User"',
  },
  { rule: "paged-list", file: screens, edit: drop(["screens", "select", "list", "with", "page"]), at: "{" },
  { rule: "paged-list", file: screens, edit: drop(["screens", "select", "list", "with", "size"]), at: "{" },
  {
    rule: "screen-access",
    file: screens,
    edit: drop(["screens", "select", "access"]),
    at: '"SelectCustomerView"',
  },
  { rule: "safe-flag", file: call, edit: set(["safe"], true), at: "true" },
  {
    rule: "schema-bound",
    file: call,
    edit: set(["body", "properties", "phone", "minLength"], 30),
    at: "20",
  },
  { rule: "schema-bound", file: call, edit: set(["body", "properties", "phone", "const"], {}), at: "{}" },
  {
    rule: "schema-bound",
    file: call,
    edit: set(["body", "properties", "phone", "format"], "emial"),
    at: '"emial"',
    suggestion: "email",
  },
  {
    rule: "listed-twice",
    file: screens,
    edit: set(["screens", "wizard", "steps", 1, "links"], ["login", "login"]),
    at: '"login"',
  },
  {
    rule: "same-parameter",
    file: screens,
    edit: set(["screens", "wizard", "steps", 1, "actions", 1, "with", "id"], "query.state"),
    at: '"query.state"',
    suggestion: "query.id",
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["screens", "sample", "next", 1, "when", "outcome", 0], "snt"),
    at: '"snt"',
    suggestion: "sent",
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["screens", "home", "links", 0, "when"], { "user.isAuthenticated": "false" }),
    at: '"false"',
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["menu", 1], { to: "select", when: { "user.isAuthenticated": false } }),
    at: "false",
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["screens", "contact", "steps", 1, "links", 0], {
      to: "home",
      when: { "user.isAuthenticated": false },
    }),
    at: "false",
  },
  {
    rule: "outcome-row",
    file: screens,
    edit: set(["screens", "sample", "next", 1, "when", "outcome"], "sent"),
    at: "[",
  },
  { rule: "outcome-row", file: screens, edit: drop(["screens", "select", "next"]), at: "{" },
  { rule: "outcome-row", file: screens, edit: drop(["screens", "wizard", "steps", 0, "next", 1]), at: "[" },
  {
    rule: "unreachable-row",
    file: screens,
    edit: set(["screens", "sample", "next", 2], { go: "home" }),
    at: "{",
  },
  { rule: "unreachable-row", file: screens, edit: drop(["screens", "sample", "next", 0, "when"]), at: "{" },
  {
    rule: "fixed-value",
    file: screens,
    edit: set(["screens", "loginVendor", "steps", 0, "actions", 0, "with", "button"], "=cancle"),
    at: '"=cancle"',
    suggestion: "=cancel",
  },
  {
    rule: "button-value",
    file: screens,
    edit: set(["screens", "login", "actions", 2, "with", "button"], "=back"),
    at: '"=back"',
    suggestion: "=cancel",
  },
  {
    rule: "button-value",
    file: screens,
    edit: set(["screens", "pressed", "submit", "with", "button"], "=stay"),
    at: '"=stay"',
    suggestion: "=signout",
  },
  {
    rule: "carried-parameter",
    file: screens,
    edit: drop(["screens", "logout", "enter", "next", 0, "with"]),
    at: "{",
  },
  {
    rule: "carried-parameter",
    file: screens,
    edit: drop(["screens", "errorSignIn", "load", "with"]),
    at: "{",
  },
  {
    rule: "carried-parameter",
    file: screens,
    edit: rename(["screens", "logout", "enter", "next", 0, "with", "logoutId"], "id"),
    at: '"id"',
  },
  {
    rule: "carried-parameter",
    file: screens,
    edit: set(["screens", "logout", "enter", "next", 0, "with", "logoutId"], "query.id"),
    at: '"query.id"',
    suggestion: "query.logoutId",
  },
  {
    rule: "carried-parameter",
    file: screens,
    edit: set(["screens", "logout", "enter", "next", 0, "with", "logoutId"], "view.stage"),
    at: '"view.stage"',
    suggestion: "query.logoutId",
  },
  {
    rule: "journey-call",
    file: screens,
    edit: set(["screens", "loginTwoFactor", "submit", "with", "method"], "=sms"),
    at: '"=sms"',
  },
  {
    rule: "journey-way",
    file: screens,
    edit: set(["screens", "loginOtt", "steps", 0, "next", 0, "go"], "login"),
    at: '"login"',
  },
  {
    rule: "journey-way",
    file: screens,
    edit: set(["screens", "resetPassword", "steps", 0, "next", 0, "go"], "select"),
    at: '"select"',
  },
  { rule: "required-property", file: form, edit: drop(["fields", 0]), at: "{" },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "setupTwoFactor", "steps", 1, "actions", 0, "with"]),
    at: "{",
  },
  { rule: "required-field", file: form, edit: set(["fields", 3, "required"], true), at: "true" },
  { rule: "required-field", file: form, edit: set(["fields", 4, "required"], true), at: "true" },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "offered", "autofill", "when"], { "view.secur": true }),
    at: '"view.secur"',
    suggestion: "view.secure",
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "registerDevice", "actions", 2, "inPanel"]),
    at: "{",
  },
  {
    rule: "action-fact",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "each"], "view.local"),
    at: '"view.local"',
  },
  {
    rule: "action-fact",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "wait"], "view.username"),
    at: '"view.username"',
  },
  {
    rule: "action-fact",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "with"], { method: "=sms", username: "view.username" }),
    at: "{",
  },
  {
    rule: "linked-screen",
    file: screens,
    edit: set(["screens", "many", "links", 0], "resetPassword"),
    at: '"resetPassword"',
  },
  {
    rule: "linked-screen",
    file: screens,
    edit: set(["menu", 0], "redeemRecoveryCodes"),
    at: '"redeemRecoveryCodes"',
  },
  { rule: "panel-action", file: screens, edit: drop(["screens", "many", "panel"]), at: "true" },
  {
    rule: "panel-action",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "inPanel"], true),
    at: "true",
  },
  {
    rule: "panel-action",
    file: screens,
    edit: drop(["screens", "many", "actions", 1, "inPanel"]),
    at: '"row"',
  },
  {
    rule: "ceremony-call",
    file: screens,
    edit: set(["screens", "many", "submit", "ceremony"], "attestation"),
    at: '"attestation"',
  },
  {
    rule: "ceremony-call",
    file: screens,
    edit: set(["screens", "many", "submit", "call"], "SetLanguage"),
    at: '"assertion"',
  },
  {
    rule: "missing-key",
    file: screens,
    edit: drop(["screens", "offered", "autofill", "ceremony"]),
    at: "{",
  },
  {
    rule: "autofill-field",
    file: "schemas/forms/login.json",
    edit: set(["fields", 0, "autocomplete"], "username"),
    at: "{",
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "pressed", "submit", "with"], {}),
    at: "{",
  },
  { rule: "auto-submit", file: screens, edit: drop(["screens", "pressed", "submit"]), at: "{" },
  { rule: "wrong-value", file: screens, edit: set(["screens", "pressed", "auto"], {}), at: "{}" },
  {
    rule: "fact-type",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "with", "username"], "view.providers"),
    at: '"view.providers"',
  },
  {
    rule: "fact-type",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "with", "username"], "view.client"),
    at: '"view.client"',
  },
  {
    rule: "fact-type",
    file: screens,
    edit: set(["screens", "select", "list", "with", "filter"], "view.recent"),
    at: '"view.recent"',
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "loginVendor", "steps", 0, "auto", "view.autoStart"], false),
    at: "false",
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "loginVendor", "steps", 0, "auto"], { "view.local": false }),
    at: "{",
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "logout", "auto", "view.prompt"], true),
    at: "true",
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "login", "auto"], { "view.secure": true }),
    at: "{",
  },
  {
    rule: "auto-submit",
    file: screens,
    edit: set(["screens", "pressed", "submit"], { call: "SecureLogin", ceremony: "assertion" }),
    at: "{",
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "pressed", "auto"], { "view.promt": false }),
    at: '"view.promt"',
    suggestion: "view.prompt",
  },
  {
    rule: "fact-value",
    file: screens,
    edit: set(["screens", "pressed", "auto"], { "view.prompt": "no" }),
    at: '"no"',
  },
  {
    rule: "known-fact",
    file: screens,
    edit: set(["screens", "pressed", "next", 0, "with", "id"], "answer.outcom"),
    at: '"answer.outcom"',
    suggestion: "answer.outcome",
  },
  {
    rule: "shown-step",
    file: screens,
    edit: set(["screens", "wizard", "steps", 1, "actions", 1, "next", 0, "go"], "home"),
    at: "true",
  },
  {
    rule: "required-property",
    file: screens,
    edit: set(["screens", "home", "actions"], [{ call: "Exchange", label: "a" }]),
    at: "{",
  },
  {
    rule: "form-field",
    file: form,
    edit: set(["fields", 1, "name"], "phon"),
    at: '"phon"',
    suggestion: "phone",
  },
  { rule: "form-field", file: form, edit: set(["fields", 1, "name"], "again"), at: '"again"' },
  {
    rule: "body-field",
    file: screens,
    edit: set(["screens", "sample", "submit", "call"], "SelectCustomer"),
    at: '"SelectCustomer"',
    suggestion: "Sample",
  },
  {
    rule: "body-field",
    file: "schemas/forms/recovery-code-check.json",
    edit: set(["schema", "$ref"], "../calls/ConfirmContact.json#/body"),
    at: '"../calls/ConfirmContact.json#/body"',
    suggestion: "../calls/EnableTwoFactor.json#/body",
  },
  {
    rule: "body-field",
    file: screens,
    edit: set(["screens", "offered", "submit"], { call: "SecureLogin", ceremony: "assertion" }),
    at: '"SecureLogin"',
    suggestion: "Login",
  },
  {
    rule: "body-field",
    file: screens,
    edit: (text) => {
      const submit = { call: "RegisterCredential", ceremony: "attestation" };
      return set(
        ["screens", "offered", "submit"],
        submit,
      )(set(["screens", "offered", "form"], "recover")(text) ?? "");
    },
    at: '"RegisterCredential"',
    suggestion: "Recover",
  },
  {
    rule: "field-fact",
    file: form,
    edit: set(["fields", 1, "when"], { "form.metod": "sms" }),
    at: '"form.metod"',
    suggestion: "form.method",
  },
  {
    rule: "field-fact",
    file: form,
    edit: set(["fields", 0, "when"], { "form.method": "sms" }),
    at: '"form.method"',
  },
  {
    rule: "field-fact",
    file: form,
    edit: set(["fields", 1, "when"], { "form.method": "smss" }),
    at: '"smss"',
    suggestion: "sms",
  },
  {
    rule: "field-fact",
    file: form,
    edit: set(["fields", 2, "sameAs"], "phon"),
    at: '"phon"',
    suggestion: "phone",
  },
  { rule: "field-fact", file: form, edit: set(["fields", 1, "keep"], true), at: "true" },
  { rule: "field-fact", file: form, edit: set(["rules"], "view"), at: '"view"' },
  { rule: "field-widget", file: form, edit: set(["fields", 0, "widget"], "checkbox"), at: '"checkbox"' },
  { rule: "field-widget", file: form, edit: set(["fields", 3, "widget"], "password"), at: "true" },
  {
    rule: "field-widget",
    file: form,
    edit: set(["fields", 3, "autocomplete"], "new-password"),
    at: '"text"',
    suggestion: "new-password",
  },
  { rule: "field-widget", file: form, edit: set(["fields", 4, "widget"], "hidden"), at: '"hidden"' },
  {
    rule: "field-widget",
    file: call,
    edit: set(["body", "properties", "method"], { type: "integer", enum: [1, 2] }),
    at: '"radio"',
  },
  { rule: "form-keyword", file: call, edit: set(["body", "minProperties"], 1), at: '"minProperties"' },
  {
    rule: "form-keyword",
    file: call,
    edit: set(["body", "properties", "phone", "not"], { const: "0" }),
    at: '"not"',
  },
  {
    rule: "form-keyword",
    file: call,
    edit: set(["body", "properties", "phone", "format"], "regex"),
    at: '"format"',
  },
  {
    rule: "panel-answer",
    file: "schemas/calls/Credentials.json",
    edit: drop(["answer", "required"]),
    at: '"answer"',
  },
  { rule: "panel-answer", file: "schemas/calls/SelectCustomerView.json", edit: drop(["answer"]), at: "{" },
  {
    rule: "panel-answer",
    file: "schemas/calls/Credentials.json",
    edit: drop(["answer", "required", 0]),
    at: "[",
  },
  { rule: "bounded-body", file: call, edit: drop(["body", "properties", "phone", "maxLength"]), at: "{" },
  { rule: "bounded-body", file: call, edit: drop(["body", "additionalProperties"]), at: "{" },
  { rule: "bounded-body", file: call, edit: drop(["body", "type"]), at: "{" },
  {
    rule: "bounded-body",
    file: "schemas/calls/Exchange.json",
    edit: drop(["body", "properties", "state", "type"]),
    at: "{",
  },
  {
    rule: "bounded-body",
    file: "schemas/calls/Exchange.json",
    edit: set(["body", "properties", "state"], { type: "array" }),
    at: "{",
  },
  {
    rule: "bounded-body",
    file: "schemas/calls/Customers.json",
    edit: drop(["query", "filter", "maxLength"]),
    at: "{",
  },
  {
    rule: "problem-field",
    file: call,
    edit: rename(["problems", "phone"], "phones"),
    at: '"phones"',
    suggestion: "phone",
  },
  {
    rule: "screen-access",
    file: screens,
    edit: drop(["screens", "changePassword", "access"]),
    at: '"ChangePassword"',
  },
  {
    rule: "screen-body",
    file: screens,
    edit: drop(["screens", "loginSecure", "panel"]),
    at: '"loginSecure"',
  },
  { rule: "missing-key", file: screens, edit: drop(["screens", "loginSecure", "enter", "next"]), at: "{" },
  {
    rule: "wrong-value",
    file: screens,
    edit: drop(["screens", "loginSecure", "enter", "next", 0]),
    at: "[]",
  },
  {
    rule: "unused-text",
    file: screens,
    edit: drop(["screens", "loginTwoFactor", "panel"]),
    at: '"authenticator": "Open',
  },
  // Ways
  {
    rule: "fixed-screen",
    file: screens,
    edit: set(["screens", "loginVendor", "path"], "/account/login/vendors"),
    at: '"/account/login/vendors"',
    suggestion: "/account/login/vendor",
  },
  {
    rule: "fixed-screen",
    file: screens,
    edit: rename(["screens", "account"], "acount"),
    at: '"acount"',
    suggestion: "account",
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: drop(["screens", "login", "links", 1]),
    at: '"loginSecure"',
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["screens", "login", "links", 1, "to"], "home"),
    at: "{",
    suggestion: "loginSecure",
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "passwordExpired"], "recover"),
    at: '"recover"',
    suggestion: "changeExpiredPassword",
  },
  // Rows that say `tooManyCodes` and `secondFactorDeleted` have a word of these, and speak of something else.
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "twoFactorRequired"], "setupTwoFactor"),
    at: '"loginRecoveryCode"',
  },
  {
    rule: "reached-screen",
    file: screens,
    edit: set(["journey", "twoFactorRequired"], "setupTwoFactor"),
    at: '"loginTwoFactor"',
  },
  {
    rule: "journey-end",
    file: screens,
    edit: drop(["screens", "errorSignIn", "links"]),
    at: '"errorSignIn"',
  },
  { rule: "journey-end", file: screens, edit: drop(["screens", "home", "links", 0]), at: '"home"' },
  {
    rule: "journey-end",
    file: screens,
    edit: drop(["screens", "link", "steps", 2, "links"]),
    at: '"id": "none"',
  },
  {
    rule: "reached-step",
    file: screens,
    edit: set(["screens", "loginOtt", "steps", 2, "id"], "mailLink"),
    at: '"mailLink"',
    suggestion: "mailedLink",
  },
  { rule: "reached-step", file: screens, edit: drop(["screens", "loginOtt", "steps", 2]), at: "[" },
  {
    rule: "reached-step",
    file: screens,
    edit: drop(["screens", "recover", "next", 0, "show"]),
    at: '"sent"',
  },
  {
    rule: "reached-step",
    file: screens,
    edit: drop(["screens", "redeemRecoveryCodes", "steps", 0, "next", 0, "show"]),
    at: '"codes"',
  },
  { rule: "open-door", file: screens, edit: drop(["screens", "login", "enter", "next", 0, "when"]), at: "[" },
  { rule: "panel-view", file: screens, edit: drop(["screens", "home", "load"]), at: '"home"' },
  {
    rule: "panel-view",
    file: screens,
    edit: set(["screens", "devops", "panel"], "devices"),
    at: '"devices"',
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "login", "actions", 2, "with"]),
    at: "{",
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "resetPassword", "load", "with"]),
    at: "{",
  },
  {
    rule: "required-property",
    file: screens,
    edit: drop(["screens", "setupTwoFactor", "steps", 2, "form"]),
    at: "{",
  },
  { rule: "unreachable-row", file: screens, edit: drop(["screens", "loginSecure", "submit"]), at: "[" },
  {
    rule: "autofill-field",
    file: "schemas/forms/recover.json",
    edit: set(["fields", 0, "autocomplete"], "username webauthn"),
    at: '"username webauthn"',
    suggestion: "username",
  },
  {
    rule: "autofill-field",
    file: "schemas/forms/recover.json",
    edit: set(["fields", 0, "autocomplete"], "webauthn"),
    at: '"webauthn"',
  },
  {
    rule: "problem-field",
    file: form,
    edit: drop(["fields", 1]),
    at: '"sample"',
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/login.json",
    edit: drop(["fields", 1, "autocomplete"]),
    at: "{",
    suggestion: "current-password",
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/login.json",
    edit: set(["fields", 1, "autocomplete"], "curent-password"),
    at: '"curent-password"',
    suggestion: "current-password",
  },
  {
    rule: "field-autocomplete",
    file: "schemas/forms/reset-password.json",
    edit: set(["fields", 0, "autocomplete"], "current-password"),
    at: '"current-password"',
    suggestion: "new-password",
  },
  {
    rule: "password-form",
    file: "schemas/forms/change-password.json",
    edit: drop(["username"]),
    at: '"currentPassword"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/login.json",
    edit: reversedFields,
    at: '"username"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/reset-password.json",
    edit: reversedFields,
    at: '"confirmPassword"',
  },
  {
    rule: "password-form",
    file: "schemas/forms/login.json",
    edit: (text) => {
      const login = JSON.parse(text);
      const [username, password, ...rest] = login.fields;
      return JSON.stringify({ ...login, fields: [password, username, ...rest] }, null, 2);
    },
    at: '"username"',
  },
  {
    rule: "partner-colour",
    file: partner,
    edit: set(["themesBackgroundColor"], "#ffff00"),
    at: '"#ffff00"',
    suggestion: "#737300",
  },
  {
    rule: "partner-colour",
    file: partner,
    edit: set(["themesBackgroundColor"], "#000080"),
    at: '"#000080"',
    suggestion: "#1c1c8e",
  },
  // Texts
  {
    rule: "needed-text",
    file: screens,
    edit: set(["screens", "sample", "next", 1, "say"], "languageChangd"),
    at: '"languageChangd"',
    suggestion: "languageChanged",
  },
  {
    rule: "needed-text",
    file: screens,
    edit: set(["screens", "login", "actions", 2, "label"], "cancle"),
    at: '"cancle"',
    suggestion: "cancel",
  },
  {
    rule: "needed-text",
    file: screens,
    edit: set(["screens", "new"], { path: "/new", panel: "message", links: ["home"] }),
    at: '"new"',
  },
  {
    rule: "needed-text",
    file: call,
    edit: set(["problems", "phone", 0], "problems.genric"),
    at: '"problems.genric"',
    suggestion: "generic",
  },
  {
    rule: "needed-text",
    file: screens,
    edit: set(["screens", "many", "actions", 0, "confirm"], true),
    at: "true",
  },
  { rule: "needed-text", file: form, edit: set(["fields", 0, "hint"], true), at: "true" },
  { rule: "unused-text", file: source, edit: set(["shell", "greeting"], "Hello"), at: '"greeting"' },
  {
    rule: "unused-text",
    file: screens,
    edit: drop(["screens", "login", "actions", 2]),
    at: '"cancel": "',
  },
  { rule: "unused-text", file: form, edit: drop(["fields", 2, "hint"]), at: '"hint": "Once more"' },
  {
    rule: "same-texts",
    file: source,
    edit: (text) => text.replaceAll('"minLength_', '"minLengths_'),
    at: '"minLengths_other"',
    suggestion: "validation.minLength",
  },
  {
    rule: "same-texts",
    file: source,
    edit: rename(["screens", "sample", "title"], "titel"),
    at: '"titel"',
    suggestion: "screens.sample.title",
  },
  { rule: "same-texts", file: source, edit: drop(["shell", "skipToContent"]), at: '"shell"' },
  { rule: "same-texts", file: locale, edit: drop(["shell", "close"]), at: '"shell"' },
  {
    rule: "same-texts",
    file: locale,
    edit: set(["shell", "clos"], "x"),
    at: '"clos"',
    suggestion: "shell.close",
  },
  {
    rule: "same-texts",
    file: "partners/northwind/locales/de.json",
    edit: rename(["shell", "signedInAs"], "signInAs"),
    at: '"signInAs"',
    suggestion: "shell.signedInAs",
  },
  {
    rule: "plural-form",
    file: locale,
    edit: set(["validation", "minLength_few"], "{count}"),
    at: '"minLength_few"',
  },
  { rule: "plural-form", file: locale, edit: drop(["validation", "minLength_other"]), at: '"minLength_one"' },
  { rule: "plural-form", file: locale, edit: drop(["validation", "minLength_one"]), at: '"minLength_other"' },
  {
    rule: "plural-form",
    file: "locales/ar.json",
    edit: drop(["validation", "minLength_few"]),
    at: '"minLength_zero"',
  },
  {
    rule: "plural-form",
    file: "partners/northwind/locales/de.json",
    edit: set(["validation"], { minLength: "Zu kurz" }),
    at: '"minLength"',
  },
  {
    rule: "same-placeholders",
    file: locale,
    edit: set(["shell", "signedInAs"], "Hallo {nam}"),
    at: '"Hallo {nam}"',
    suggestion: "name",
  },
  { rule: "same-placeholders", file: locale, edit: set(["shell", "signedInAs"], "Hallo"), at: '"Hallo"' },
  {
    rule: "same-placeholders",
    file: locale,
    edit: set(["shell", "waitLeft_other"], "In Sekunden möglich."),
    at: '"In Sekunden möglich."',
  },
  {
    rule: "same-placeholders",
    file: source,
    edit: set(["shell", "waitLeft_other"], "Available in seconds."),
    at: '"Available in seconds."',
  },
  {
    rule: "same-placeholders",
    file: "locales/fr-CA.json",
    edit: set(["shell", "waitLeft_one"], "Possible dans une seconde."),
    at: '"Possible dans une seconde."',
  },
  {
    rule: "mail-text",
    file: locale,
    edit: swap("is\\n\\n{code}", "is {code}"),
    at: '"Your PIN for signing in',
  },
  {
    rule: "mail-text",
    file: locale,
    edit: swap("Your PIN for {", "Your PIN\\nfor {"),
    at: '"Your PIN\\nfor',
  },
  {
    rule: "text-order",
    file: locale,
    edit: rename(["shell", "skipToContent"], "skipToContent"),
    at: '"skipToContent"',
  },
  { rule: "text-order", file: locale, edit: rename(["shell"], "shell"), at: '"shell"' },
  {
    rule: "text-order",
    file: locale,
    edit: rename(["screens", "recover", "title"], "title"),
    at: '"title": "Recover',
  },
  {
    rule: "text-order",
    file: "partners/northwind/locales/de.json",
    edit: set(["shell"], { signedInAs: "Als {name} angemeldet", skipToContent: "Zum Text" }),
    at: '"skipToContent"',
  },
  { rule: "untranslated", file: locale, edit: mark("shell.back", "Return"), at: '"shell.back"' },
  { rule: "untranslated", file: locale, edit: mark("shell.nothing", "None"), at: '"shell.nothing"' },
  { rule: "untranslated", file: source, edit: mark("shell.back", "Back"), at: '"shell.back"' },
  {
    rule: "untranslated",
    file: "partners/northwind/locales/de.json",
    edit: mark("shell.signedInAs", "Als {name} angemeldet"),
    at: '"shell.signedInAs"',
  },
  // Partners and applications
  {
    rule: "partner-file",
    file: partner,
    edit: set(["logo"], "lgo.svg"),
    at: '"lgo.svg"',
    suggestion: "logo.svg",
  },
  {
    rule: "partner-setting",
    file: partner,
    edit: set(["signIn"], { secureCredential: false, offerDevices: true }),
    at: "true",
  },
  {
    rule: "partner-setting",
    file: partner,
    edit: set(["signIn"], { order: ["oneTimeToken", "password"], oneTimeToken: false }),
    at: '"oneTimeToken",',
  },
  {
    rule: "partner-setting",
    file: partner,
    edit: set(["signIn"], { order: ["password", "secureCredential"], secureCredential: false }),
    at: '"secureCredential"\n',
  },
  {
    rule: "partner-setting",
    file: partner,
    edit: (text) =>
      set(["behaviour"], { showLoginProviders: false })(
        set(["signIn"], { order: ["providers"] })(text) ?? "",
      ),
    at: '"providers"\n',
  },
  {
    rule: "partner-setting",
    file: "partners/qamar/partner.json",
    edit: (text) =>
      set(["behaviour"], { showLoginProviders: true })(set(["signIn"], { providers: [] })(text) ?? ""),
    at: "true",
  },
  {
    rule: "partner-setting",
    file: "partners/qamar/partner.json",
    edit: (text) =>
      set(["behaviour"], { showLoginProviders: true })(
        set(["signIn"], { order: ["providers"], providers: [] })(text) ?? "",
      ),
    at: '"providers"\n',
  },
  {
    rule: "partner-setting",
    file: "partners/qamar/partner.json",
    edit: set(["signIn"], { providers: [], dateOfBirthAtLink: true }),
    at: "true",
  },
  { rule: "partner-setting", file: partner, edit: set(["background"], "logo.svg"), at: '"logo.svg"' },
  {
    rule: "partner-setting",
    file: partner,
    edit: (text) =>
      set(["behaviour"], { showLanguageOption: true })(set(["availableLanguages"], ["de"])(text) ?? ""),
    at: "true",
  },
  {
    rule: "partner-setting",
    file: partner,
    edit: set(["passwordRules"], { maxConsecutive: 64, maxLength: 64 }),
    at: "64",
  },
  {
    rule: "client-setting",
    file: clients,
    edit: set(["clients", "audit"], {
      name: "Audit",
      secretEnvironment: "AUDIT_SECRET",
      refreshTokens: true,
    }),
    at: "true",
  },
  { rule: "client-setting", file: clients, edit: drop(["clients", "payroll", "requires"]), at: '"contoso"' },
  {
    rule: "unique-origin",
    file: partner,
    edit: set(["origins", 0], "http://signin.northwind.example"),
    at: '"http://signin.northwind.example"',
  },
  {
    rule: "unique-origin",
    file: partner,
    edit: set(["origins", 0], "https://signin.northwind.example:443"),
    at: '"https://signin.northwind.example:443"',
    suggestion: "https://signin.northwind.example",
  },
  {
    rule: "own-text",
    file: "partners/northwind/locales/de.json",
    edit: set(["shell", "signedInAs"], "Signed in as {name}"),
    at: '"signedInAs"',
  },
  {
    rule: "client-address",
    file: clients,
    edit: set(["clients", "payroll", "redirectUris", 1], "https://payroll.example/*"),
    at: '"https://payroll.example/*"',
  },
  { rule: "partner-logo", file: partner, edit: drop(["logo"]), at: '"Northwind"' },
  { rule: "missing-file", file: "partners/default/partner.json", edit: () => undefined, at: "" },
  { rule: "missing-file", file: source, edit: () => undefined, at: "" },
  {
    rule: "partner-file",
    file: partner,
    edit: set(["behaviour"], { showBackgroundImages: true }),
    at: "true",
  },
  {
    rule: "password-rules",
    file: partner,
    edit: set(["passwordRules"], { special: true, allowedCharacters: "" }),
    at: '""',
  },
  {
    rule: "password-rules",
    file: partner,
    edit: set(["passwordRules"], { special: true, allowedCharacters: "\n" }),
    at: '"\\n"',
  },
  {
    rule: "password-rules",
    file: partner,
    edit: set(["passwordRules"], { special: true, allowedCharacters: "abcÄ̈9" }),
    at: '"abcÄ̈9"',
  },
  { rule: "editor-schema", file: partner, edit: drop(["$schema"]), at: "{" },
  {
    rule: "editor-schema",
    file: partner,
    edit: set(["$schema"], "./partner.schema.json"),
    at: '"./partner.schema.json"',
    suggestion: "../../schemas/config/partner.schema.json",
  },
  { rule: "plain-text", file: partner, edit: set(["partnerName"], " "), at: '" "' },
  {
    rule: "partner-file",
    file: partner,
    edit: set(["mail"], { logo: "lgo.png" }),
    at: '"lgo.png"',
    suggestion: "logo.png",
  },
  {
    rule: "unique-origin",
    file: "partners/default/partner.json",
    edit: set(["origins"], ["https://signin.northwind.example"]),
    at: '"https://signin.northwind.example"',
  },
  {
    rule: "client-address",
    file: clients,
    edit: set(["clients", "payroll", "redirectUris", 1], "https://payroll.example/callback"),
    at: '"https://payroll.example/callback"',
  },
  {
    rule: "client-address",
    file: clients,
    edit: set(["clients", "payroll", "redirectUris", 1], "https://payroll.example/#a"),
    at: '"https://payroll.example/#a"',
  },
  {
    rule: "client-address",
    file: vendors,
    edit: set(
      ["vendors", "contoso", "issuer"],
      "https://login.contoso.example/.well-known/openid-configuration",
    ),
    at: '"https://login.contoso.example/.well-known/openid-configuration"',
  },
  {
    rule: "client-address",
    file: clients,
    edit: set(["clients", "payroll", "redirectUris", 1], "http://payroll.example/a"),
    at: '"http://payroll.example/a"',
  },
  {
    rule: "client-proof",
    file: clients,
    edit: set(["clients", "payroll"], {
      name: "Payroll",
      native: true,
      redirectUris: ["com.example.payroll:/callback"],
      secretEnvironment: "PAYROLL_SECRET",
    }),
    at: '"PAYROLL_SECRET"',
  },
  { rule: "client-proof", file: clients, edit: set(["clients", "payroll"], { name: "Payroll" }), at: "{" },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["always", "view", "local"], "yes"),
    at: '"yes"',
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "view"], { user: "robin" }),
    at: '"user"',
    suggestion: "username",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "say"], "sessionTimeouts"),
    at: '"sessionTimeouts"',
    suggestion: "messages.sessionTimeout",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "timeout", "problems", "", 0, "code"], "problems.time"),
    at: '"problems.time"',
    suggestion: "problems.timeout",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "asks"], "cancel"),
    at: '"cancel"',
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "values"], { usernam: "robin" }),
    at: '"usernam"',
    suggestion: "username",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "problems"], { passwort: [{ code: "problems.codeWrong" }] }),
    at: '"passwort"',
    suggestion: "password",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "user"], { isAuthenticated: true, displayNam: "Robin" }),
    at: '"displayNam"',
    suggestion: "displayName",
  },
  {
    rule: "recorded-state",
    file: "states/select.json",
    edit: set(["always", "list", "items", 0, "nmae"], "Alder"),
    at: '"nmae"',
    suggestion: "name",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "toast"], "ofline"),
    at: '"ofline"',
    suggestion: "messages.offline",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "offer"], "newVersoin"),
    at: '"newVersoin"',
    suggestion: "messages.newVersion",
  },
  {
    rule: "recorded-state",
    file: states,
    edit: set(["states", "remembered", "asksOnPage"], "cancel"),
    at: '"cancel"',
  },
  {
    rule: "recorded-state",
    file: "states/loginOtt.json",
    edit: rename(["steps", "token"], "tokens"),
    at: '"tokens"',
    suggestion: "token",
  },
  {
    rule: "recorded-state",
    file: "states/loginOtt.json",
    edit: set(["states"], {}),
    at: '"states"',
  },
  { rule: "recorded-state", file: "states/logn.json", edit: () => "{}", at: "{", suggestion: "login" },
  { rule: "safe-svg", file: logo, edit: swap("<path", "<script>alert(1)</script><path"), at: "<script" },
  { rule: "safe-svg", file: logo, edit: swap("<path", "<foreignObject/><path"), at: "<foreignObject" },
  { rule: "safe-svg", file: logo, edit: swap("<path", '<path onclick="alert(1)"'), at: "<path" },
  {
    rule: "safe-svg",
    file: logo,
    edit: swap("<path", '<use href="https://evil.example/a.svg#a"/><path'),
    at: "<use",
  },
  {
    rule: "safe-svg",
    file: logo,
    edit: swap('d="M0 0h1"', 'style="fill:url(//evil.example/a)"'),
    at: "url(",
  },
  // The journey; `proof/prove-journey.test.ts` has more
  {
    rule: "journey-stage",
    file: screens,
    edit: set(["journey", "deviceOffered"], "contact"),
    at: '"contact"',
  },
  {
    rule: "journey-end",
    file: screens,
    edit: set(["screens", "errorExpired", "links"], []),
    at: '"errorExpired"',
  },
  { rule: "journey-exit", file: screens, edit: drop(["screens", "many", "links"]), at: '"many"' },
  {
    rule: "journey-recovery",
    file: screens,
    edit: drop(["screens", "login", "links", 0]),
    at: '"links"',
  },
  {
    rule: "journey-cancel",
    file: screens,
    edit: drop(["screens", "login", "actions", 2]),
    at: '"actions"',
  },
  {
    rule: "journey-code",
    file: screens,
    edit: set(["screens", "loginTwoFactor", "actions", 1, "when", "view.method"], "sms"),
    at: '"loginTwoFactor"',
  },
  {
    rule: "journey-circle",
    file: screens,
    edit: set(
      ["screens", "loggedOut", "enter", "next"],
      [{ when: { "view.stage": "done" }, go: "logout", with: { logoutId: "query.logoutId" } }],
    ),
    at: '"enter"',
  },
  { rule: "safe-svg", file: logo, edit: (text) => `<!DOCTYPE svg [<!ENTITY a "b">]>${text}`, at: "<!" },
];

const sources = await sampleSources();

test("the files as they stand have no findings", () => {
  expect(checkConfig(sources).findings).toEqual([]);
});

test.each([
  ["texts.secondFactor", "{code}", "", '"texts.secondFactor" leaves out {code}.'],
  ["mails.oneTimeToken.text", "\n\n{link}", "", '"mails.oneTimeToken.text" leaves out {link}.'],
  ["mails.pin.text", "\n\n{code}", "", '"mails.pin.text" leaves out {code}.'],
  ["mails.pin.text", "{reference}", "{username}", '"mails.pin.text" is given no {username}.'],
  ["mails.pin.subject", "{partner}", "{code}", '"mails.pin.subject" is given no {code}.'],
  ["mails.footer", "{partner}", "{minutes}", '"mails.footer" is given no {minutes}.'],
  ["mails.newBrowser.subject", /$/, " {occasion}", '"mails.newBrowser.subject" is given no {occasion}.'],
  ["mails.occasion.where", "{browser}", "{device}", '"mails.occasion.where" is given no {device}.'],
  [
    "screens.loginTwoFactor.title",
    /$/,
    " {username}",
    '"screens.loginTwoFactor.title" is given no {username}.',
  ],
  ["screens.login.submit", /$/, " {partner}", '"screens.login.submit" is given no {partner}.'],
  ["screens.recover.link", /$/, " {partner}", '"screens.recover.link" is given no {partner}.'],
  ["screens.recover.links.back", /$/, " {partner}", '"screens.recover.links.back" is given no {partner}.'],
  ["screens.login.actions.cancel", /$/, " {name}", '"screens.login.actions.cancel" is given no {name}.'],
  ["forms.login.username.label", /$/, " {partner}", '"forms.login.username.label" is given no {partner}.'],
  ["messages.passwordReset", /$/, " {name}", '"messages.passwordReset" is given no {name}.'],
])("%s is wrong in every language alike where %s becomes %s", (key, from, to, message) => {
  const { changed, files } = inEveryLanguage(key, (path, old) => ({ path, value: old.replace(from, to) }));
  const { findings } = checkConfig(changed);
  for (const file of files)
    expect(findings).toContainEqual(expect.objectContaining({ rule: "same-placeholders", file, message }));
});

test.each([
  ["errors.signIn.title"],
  ["errors.invitationExpired.text"],
  ["mails.pin.text"],
  ["mails.recoveryCodes.button"],
  ["mails.footer"],
  ["mails.occasion.when"],
  ["texts.setupPhone"],
  ["validation.match"],
  ["screens.logoutUpstream.submit", screens],
])("%s is missed where no language has it", (key, file = source) => {
  const { findings } = checkConfig(inEveryLanguage(key, (path) => ({ path, remove: true })).changed);
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: "needed-text",
      file,
      message: expect.stringContaining(`"${key}"`),
    }),
  );
});

test.each([
  ["errors", "expired"],
  ["mails", "pins"],
  ["texts", "secondFactors"],
])("what nothing shows below %s is told", (group, name) => {
  const edited = set([group, name], "Hello")(sources.texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edited));
  expect(findings).toContainEqual(
    expect.objectContaining({ rule: "unused-text", message: `Nothing shows "${group}.${name}".` }),
  );
});

/** A form with its fields the other way round. */
function reversedFields(text: string): string {
  const form = JSON.parse(text) as { fields: unknown[] };
  return JSON.stringify({ ...form, fields: form.fields.toReversed() }, null, 2);
}

/** The sources with a text edited in each language, and the files that had it. */
function inEveryLanguage(key: string, change: (path: string[], old: string) => JsonEdit) {
  const texts = new Map(sources.texts);
  const path = key.split(".");
  const files = [...texts.keys()].filter((file) => {
    const text = texts.get(file) ?? "";
    const old = /^locales\//.test(file) ? flattenTexts(JSON.parse(text))[key] : undefined;
    if (old !== undefined) texts.set(file, editJson(text, [change(path, old)]));
    return old !== undefined;
  });
  return { changed: { ...sources, texts }, files };
}

test("what was proven is not proven again as long as nothing of it changes", () => {
  const edited = (file: string, edit: Edit) => withText(sources, file, edit(sources.texts.get(file) ?? ""));
  const proven = ownHashOf(sources);
  const filesOf = ({ findings }: CheckResult) => findings.map(({ file }) => file);
  expect(checkAll(sources, proven).findings).toEqual([]);
  expect(checkAll(sources, proven).journey).toBeUndefined();
  expect(checkAll(sources).journey?.states).toBeGreaterThan(0);

  const wrongClient = edited(clients, swap('"partnerId"', '"partner"'));
  expect(filesOf(checkAll(wrongClient, proven))).toEqual([clients]);
  const strayClient = edited(clients, swap('"northwind"', '"southwind"'));
  expect(filesOf(checkAll(strayClient, proven))).toEqual([clients]);
  expect(checkAll(strayClient, proven).workspace).toBeUndefined();

  const undrawn = withText(sources, icon, undefined);
  expect(filesOf(checkAll(undrawn, proven))).toEqual([vendors]);
  expect(checkAll(undrawn, proven).workspace).toBeUndefined();
  const another = checkAll(edited(icon, swap("M0 0h1", "M0 0h2")), proven);
  expect([another.findings, another.journey]).toEqual([[], undefined]);
  const harmful = edited(icon, swap("<path", '<path onload="alert(1)"'));
  expect(filesOf(checkAll(harmful, proven))).toEqual([icon]);

  const wrongPartner = edited(partner, swap('"logo.svg"', '"other.svg"'));
  expect(filesOf(checkAll(wrongPartner, proven))).toEqual([partner]);
  const wrongLogo = { ...sources, partnerFiles: new Map([...sources.partnerFiles].slice(1)) };
  expect(filesOf(checkAll(wrongLogo, proven))).not.toEqual([]);
});

test.each<[Path, Json]>([
  [["login", "links", 2, "when"], { "view.oneTimeToken": [true] }],
  [["loginVendor", "steps", 0, "auto"], { "view.autoStart": [true] }],
])("a condition may list the one value that it must ask for: %j", (path, condition) => {
  const edit = set(["screens", ...path], condition);
  expect(checkConfig(withText(sources, screens, edit(sources.texts.get(screens) ?? ""))).findings).toEqual(
    [],
  );
});

test.each([["sendings"], ["sendings", "copied2"], ["loadin", "loadng"]])(
  "a missing text is told beside what is near it as all of its group is: %s",
  (...leftovers) => {
    const file = "locales/es.json";
    const edits = leftovers.map((key) => ({ path: ["shell", key], value: "Así" }));
    const left = drop(["shell", "loading"])(editJson(sources.texts.get(file) ?? "", edits)) ?? "";
    const { findings } = checkConfig(withText(sources, file, left));
    const meant = new Map([
      ["sendings", "shell.sending"],
      ["copied2", "shell.copied"],
    ]);
    expect(findings.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['The text "shell.loading" is missing in es.', undefined],
      ...leftovers.map((key) => [
        `The source language has no text "shell.${key}".`,
        meant.get(key) ?? "shell.loading",
      ]),
    ]);
  },
);

test("a text that two other languages have is missing in the source language", () => {
  const key = ["screens", "home", "links", "first"];
  const link = set(["screens", "home", "links", 0], { to: "recover", label: "first" });
  const worded = [locale, "locales/es.json"].reduce(
    (all, file) => withText(all, file, editJson(all.texts.get(file) ?? "", [{ path: key, value: "So" }])),
    withText(sources, screens, link(sources.texts.get(screens) ?? "")),
  );
  expect(checkConfig(worded).findings).toMatchObject([
    { file: source, message: `The text "${key.join(".")}" is missing: other languages have it.` },
  ]);
});

test("a row for every end of a screen's calls leads nobody away at its door", () => {
  const edit = set(["screens", "login", "next", 1], { go: "home" });
  expect(checkConfig(withText(sources, screens, edit(sources.texts.get(screens) ?? ""))).findings).toEqual(
    [],
  );
});

test("an outcome that may be anything needs a row for anything", () => {
  const edit = set(["answer", "properties", "outcome"], {});
  const { findings } = checkConfig(withText(sources, call, edit(sources.texts.get(call) ?? "")));
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(["outcome-row"]));
});

test("a star in an address is said to stand for nothing but itself", () => {
  const edit = set(["clients", "payroll", "redirectUris", 1], "https://*.payroll.example/cb");
  const { findings } = checkConfig(withText(sources, clients, edit(sources.texts.get(clients) ?? "")));
  expect(findings.map(({ message }) => message)).toEqual([
    'The star in "https://*.payroll.example/cb" stands for nothing but itself: list each address by itself.',
  ]);
});

test.each<[file: string, edit: Edit, messages: string[]]>([
  [
    partner,
    set(["origins", 0], "https://signin.northwind.example/"),
    [
      '"https://signin.northwind.example/" does not look as it must. Full origins under which the sign-in pages show this partner, compared exactly. For example: ["https://signin.northwind.example"].',
    ],
  ],
  [
    clients,
    set(["clients", "payroll", "redirectUris", 0], "payroll.example/callback"),
    [
      '"payroll.example/callback" does not look as it must. A whole address that leads back to the application. For example: "https://payroll.example/callback".',
    ],
  ],
  [
    screens,
    set(["screens", "loginTwoFactor", "submit", "with", "method"], "sms"),
    [
      '"sms" does not look as it must. Property of the call\'s body or query → fact (query.*, view.*, form.*, item.* of an action with each, answer.* of a row of next) or a fixed value after an equals sign. For example: {"state":"query.state"}.',
    ],
  ],
  [
    screens,
    set(["screens", "sample", "links", 0], "https://help.example"),
    ['"https://help.example" is another site: pages lead to screens of this service alone.'],
  ],
  [screens, set(["screens", "setupTwoFactor", "steps", 6, "id"], "codes"), ["This step is listed twice."]],
  [source, set(["shell", "greeting"], "Hello"), ['Nothing shows "shell.greeting".']],
  [source, drop(["shell", "close"]), ['The text "shell.close" is missing: other languages have it.']],
  ["locales/es.json", rename(["shell", "close"], "clos"), ['The source language has no text "shell.clos".']],
  [
    "locales/es.json",
    (text) => text.replaceAll('"minLength_', '"minLenght_'),
    [
      'The source language has no text "validation.minLenght_one".',
      'The source language has no text "validation.minLenght_many".',
      'The source language has no text "validation.minLenght_other".',
    ],
  ],
  [
    "locales/es.json",
    set(["shell", "signedInAs"], "Sesión de {nam}"),
    ['"shell.signedInAs" is given no {nam}.'],
  ],
  [
    "locales/es.json",
    set(["shell", "signedInAs"], "Sesión de { name }"),
    ['"shell.signedInAs" has a brace that belongs to no placeholder.'],
  ],
  [
    screens,
    set(["screens", "contact", "steps", 1, "links", 1], { to: "home", listed: true }),
    ['“Home” stands here already, "screens.home.link" in locales/en-GB.json: find other words.'],
  ],
  [
    screens,
    set(["screens", "changePassword", "submit", "call"], "UpdateContact"),
    [
      'The form "change-password" sends "currentPassword", "newPassword", "confirmPassword", which the body of "UpdateContact" does not have.',
    ],
  ],
  [screens, drop(["journey", "deviceOffered"]), ['The stage "deviceOffered" has no screen.']],
])("what is wrong in %s is said once, in words that help", (file, edit, messages) => {
  const { findings } = checkConfig(withText(sources, file, edit(sources.texts.get(file) ?? "")));
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

test.each([
  ["partners/northwind/locales/en-GB.json", { loginOtt: { link: "Help" }, recover: { link: "Help" } }],
  ["partners/northwind/locales/en-GB.json", { loginOtt: { link: "Use a passkey or security key" } }],
  ["partners/northwind/locales/en-GB.json", { loginSecure: { link: "Use a one-time token" } }],
  ["partners/northwind/locales/en-GB.json", { login: { actions: { cancel: "Sign in" } } }],
  ["locales/en.json", { loginOtt: { link: "Use a passkey or security key" } }],
])("words that only %s makes alike are told with its name: %j", (file, screensOf) => {
  const text = JSON.stringify({
    $schema: `${"../".repeat(file.split("/").length - 1)}schemas/config/locale.schema.json`,
    screens: screensOf,
  });
  const found = checkConfig(withText(sources, file, text)).findings.filter(
    ({ rule }) => rule === "same-words",
  );
  expect(found).toMatchObject([{ file: screens, message: expect.stringContaining(`in ${file}`) }]);
});

test.each<[string, Json]>([
  ["allOf", [{ minLength: 1 }]],
  ["not", { const: "none" }],
  ["if", { minLength: 2 }],
])("what only narrows what a call takes, as %s, needs no type of its own", (keyword, schema) => {
  const file = "schemas/calls/Exchange.json";
  const edited = set(["body", "properties", "state", keyword], schema)(sources.texts.get(file) ?? "");
  const { findings } = checkConfig(withText(sources, file, edited));
  expect(findings.filter(({ rule }) => rule === "bounded-body")).toEqual([]);
});

test("a button in the rows of a panel may have the words of one below it", () => {
  const edited = set(["screens", "many", "actions", "row"], "Go on")(sources.texts.get(source) ?? "");
  expect(checkConfig(withText(sources, source, edited)).findings).toEqual([]);
});

test.each([
  [true, []],
  [false, ["main-button", "same-words"]],
])("what people of one partner see together is told, with another's condition %s", (shows, told) => {
  const [one, other] = [
    { "partner.partnerName": "Northwind" },
    { "partner.behaviour.showBackgroundImages": shows },
  ];
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const [, done] = config.screens.wizard.steps;
  done.links = ["home", { to: "login", when: one }, { to: "login", comeBack: true, when: other }];
  Object.assign(done.actions[0], { color: "primary", when: one });
  Object.assign(done.actions[1], { color: "primary", when: other });
  const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config)));
  expect(findings.map(({ rule }) => rule)).toEqual(told);
});

test.each<[string, { first?: object; second?: object; settings?: object }, string[]]>([
  ["everybody's", {}, ["same-words"]],
  ["in another case", { second: { name: "CONTOSO" } }, ["same-words"]],
  ["one of some customers beside one of all", { first: { customers: ["1"] } }, ["same-words"]],
  [
    "with a customer in common",
    { first: { customers: ["1", "2"] }, second: { customers: ["2"] } },
    ["same-words"],
  ],
  ["of different customers", { first: { customers: ["1"] }, second: { customers: ["2"] } }, []],
  ["of which no partner has both", { settings: { signIn: { providers: ["contoso"] } } }, []],
  [
    "that only the pages of an application which requires one show",
    { settings: { behaviour: { showLoginProviders: false } } },
    ["same-words"],
  ],
])("two providers of one name are told where somebody sees both: %s", (_case, change, told) => {
  const { first, second, settings } = change;
  const file = JSON.parse(sources.texts.get(vendors) ?? "");
  const { contoso } = file.vendors;
  const other = { ...contoso, issuer: "https://other.example", ...second };
  file.vendors = { contoso: { ...contoso, ...first }, other };
  let changed = withText(sources, vendors, JSON.stringify(file));
  for (const each of ["partners/default/partner.json", partner]) {
    const own = { ...JSON.parse(sources.texts.get(each) ?? ""), ...settings };
    changed = withText(changed, each, JSON.stringify(own));
  }
  const { findings } = checkConfig(changed);
  expect(findings.map(({ rule }) => rule)).toEqual(told);
  for (const { message } of findings) expect(message).toContain('"contoso"');
});

test.each([
  ["Pay & holidays; Q&A; R&D; 5 < 6 and 7 > 6", []],
  ["Write to Help <help@northwind.example>.", []],
  ["Write to <a href='mailto:help@northwind.example'>Help</a>.", ["plain-text"]],
  ["Pay<br/>and holidays", ["plain-text"]],
  ["Pay <!-- and --> holidays", ["plain-text"]],
  ["Pay &lt; holidays", ["plain-text"]],
])("what people would read as it is meant is no markup: %s", (text, found) => {
  const edited = set(["shell", "welcome", "text"], text)(sources.texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edited));
  expect(findings.map(({ rule }) => rule)).toEqual(found);
});

test("an image of a partner that nothing names is told", () => {
  const partnerFiles = new Map([...sources.partnerFiles, ["partners/northwind/old.png", ""]]);
  expect(checkConfig({ ...sources, partnerFiles }).findings).toMatchObject([
    {
      file: "partners/northwind/old.png",
      message:
        'Nothing names this image: "logo", "icon", "background" or "mail" of partners/northwind/partner.json would. Or delete it.',
    },
  ]);
});

test("a partner's folder with a wrong name is told once", () => {
  const files = ["locales/de.json", "partner.json"].map((name) => `partners/Blue_Harbour/${name}`);
  const texts = new Map([...sources.texts, ...files.map((file) => [file, "{}"] as const)]);
  expect(checkConfig({ ...sources, texts }).findings).toMatchObject([
    {
      file: files[0],
      rule: "unknown-file",
      message:
        '"Blue_Harbour" is no name for a partner\'s folder: small letters and digits, words joined by hyphens.',
      suggestion: "blue-harbour",
    },
  ]);
});

/** What is found with the application's addresses in place of its own, by path and message. */
function findingsWith(addresses: Record<string, unknown>): [place: string, message: string][] {
  const edit = set(["clients", "payroll"], {
    name: "Payroll",
    redirectUris: ["https://payroll.example/callback"],
    ...addresses,
  });
  const changed = withText(sources, clients, edit(sources.texts.get(clients) ?? ""));
  return checkConfig(changed).findings.map((finding) => [
    /^"[^"]*"/.exec(textAt(changed, finding))?.[0] ?? "",
    finding.message,
  ]);
}

test.each([
  "http://payroll.example/a",
  "http://localhost.payroll.example/a",
  "http://127.0.0.1.payroll.example/a",
  "http://10.0.0.1:8080/a",
  "http://[::ffff:127.0.0.1]/a",
])(
  "every address of an application that people are led to by http elsewhere than on this machine is to be https: %s",
  (address) => {
    const list = [address];
    const addresses = { redirectUris: list, postLogoutRedirectUris: list };
    const shown = { startUrl: address };
    const message = `"${address}" crosses the network unprotected: write https. http is for this machine alone, such as localhost.`;
    const told = { backChannelLogoutUri: address };
    expect(findingsWith({ ...addresses, ...shown, ...told })).toEqual(
      [...Object.keys(addresses), ...Object.keys(shown)].map(() => [`"${address}"`, message]),
    );
  },
);

test.each([
  "http://localhost:5401/a",
  "http://payroll.localhost/a",
  "http://127.8.9.1/a",
  "http://[::1]:9/a",
])("an application on this machine may have addresses of http: %s", (address) => {
  const addresses = { redirectUris: [address], postLogoutRedirectUris: [address] };
  const shown = { startUrl: address, backChannelLogoutUri: address };
  expect(findingsWith({ ...addresses, ...shown })).toEqual([]);
});

const ofOwnScheme = [
  "com.example.payroll:/callback",
  "com.example.payroll://callback",
  "com.example.payroll://localhost/callback",
];

test.each([
  ...ofOwnScheme,
  "http://localhost/a",
  "http://127.0.0.1:9/a",
  "http://[::1]/a",
  "https://payroll.example/a",
])("a native application may have an address that is its own on a device: %s", (address) => {
  expect(findingsWith({ native: true, redirectUris: [address], postLogoutRedirectUris: [address] })).toEqual(
    [],
  );
});

test("an application that only asks about tokens has no address", () => {
  expect(findingsWith({ redirectUris: undefined, secretEnvironment: "PAYROLL_SECRET" })).toEqual([]);
});

test("a scope that the provider does not know is found, with the one that was meant", () => {
  const edit = set(["clients", "payroll", "scopes"], ["openid", "emails"]);
  const { findings } = checkConfig(withText(sources, clients, edit(sources.texts.get(clients) ?? "")));
  expect(findings).toMatchObject([{ file: clients, suggestion: "email" }]);
});

test.each([
  [{ secretEnvironment: "SECRET", jwksUri: "https://payroll.example/jwks.json" }, "leave out one of them"],
  [{ native: true, jwksUri: "https://payroll.example/jwks.json" }, "Each device would hold it"],
  [{ jwksUri: "http://payroll.example/jwks.json" }, "crosses the network unprotected"],
])("keys of an application that prove nothing are found: %j", (more, message) => {
  expect(findingsWith(more)).toEqual([[`"${more.jwksUri}"`, expect.stringContaining(message)]]);
});

test.each<[address: string, more: object, message: string]>([
  ...ofOwnScheme.map((address): [string, object, string] => [address, {}, "has a scheme of one's own"]),
  ["https://Payroll.example/a", {}, 'is read as "https://payroll.example/a": write that'],
  ["http://payroll.example/a", { native: true }, "is not on its person's device"],
  ["http://payroll.localhost/a", { native: true }, "is not on its person's device"],
  ["http://127.8.9.1/a", { native: true }, "is not on its person's device"],
  ["https://localhost/a", { native: true }, "on loopback write http"],
  ["https://127.0.0.1:9/a", { native: true }, "on loopback write http"],
  ["com.example.payroll:/a#b", { native: true }, "must not have a fragment"],
  ["payroll:/a", { native: true }, "does not look as it must"],
  ["javascript:/a", { native: true }, "does not look as it must"],
])("an address that leads back to no application is found: %s with %j", (address, more, message) => {
  const found = findingsWith({ redirectUris: [address], postLogoutRedirectUris: [address], ...more });
  expect(found).toEqual(Array(2).fill([`"${address}"`, expect.stringContaining(message)]));
});

test.each(cases.map((each) => [`${each.rule}: ${each.file} at ${each.at.trim()}`, each] as const))(
  "%s",
  (_, wrong) => {
    const edited = wrong.edit(sources.texts.get(wrong.file) ?? "");
    const changed = withText(sources, wrong.file, edited);
    const { findings, workspace } = checkConfig(changed);
    const found = findings.filter(({ rule }) => rule === wrong.rule);
    expect(findings.map(({ rule }) => rule)).toContain(wrong.rule);
    const places = found.map((finding) => textAt(changed, finding).slice(0, wrong.at.length));
    expect(places).toContain(wrong.at);
    expect(found.map(({ suggestion }) => suggestion)).toContain(wrong.suggestion);
    const harmless = rules.filter(({ stops }) => !stops).map(({ id }) => id);
    expect(workspace === undefined).toBe(findings.some(({ rule }) => !harmless.includes(rule)));
  },
);

const pages = [...readingRules, ...rules, ...journeyRules];

test("every rule is proven by a wrong edit, and every finding has a page", () => {
  const proven = cases.map(({ rule }) => rule);
  expect([...new Set(proven)].sort()).toEqual(pages.map(({ id }) => id).sort());
});

const unused = (changed: Sources) =>
  checkConfig(changed).findings.filter(({ rule }) => rule === "partner-setting");

test("a placeholder that the source language alone has otherwise is told there, and not in the others", () => {
  const { texts } = sources;
  const edit = set(["shell", "signedInAs"], "Signed in")(texts.get(source) ?? "");
  const { findings } = checkConfig(withText(sources, source, edit));
  const found = findings.filter(({ rule }) => rule === "same-placeholders");
  expect(found.map(({ file, message }) => [file, message])).toEqual([
    [source, '"shell.signedInAs" leaves out {name}.'],
  ]);
});

test("a placeholder in two pairs of braces is none", () => {
  const { texts } = sources;
  const edit = set(["shell", "signedInAs"], "Hallo {{name}}")(texts.get(locale) ?? "");
  const { findings } = checkConfig(withText(sources, locale, edit));
  expect(findings).toContainEqual(
    expect.objectContaining({
      rule: "same-placeholders",
      file: locale,
      message: '"shell.signedInAs" has a brace that belongs to no placeholder.',
    }),
  );
});

test("a plural form that stands for one number alone may say it in words", () => {
  const { texts } = sources;
  const edit = set(["shell", "waitLeft_one"], "In einer Sekunde möglich.")(texts.get(locale) ?? "");
  const { findings } = checkConfig(withText(sources, locale, edit));
  expect(findings.filter(({ rule }) => rule === "same-placeholders")).toEqual([]);
});

test("a row may say where the person goes on to from its screen", () => {
  const row = ["screens", "changePassword", "next", 0, "with"];
  const edit = set(row, { returnUrl: "=/account/devices" })(sources.texts.get(screens) ?? "");
  expect(checkConfig(withText(sources, screens, edit)).findings).toEqual([]);
});

test("a setting of the default partner that has an effect for another one is well", () => {
  const base = "partners/default/partner.json";
  const background = set(["background"], "logo.svg")(sources.texts.get(base) ?? "");
  const shown = set(["behaviour"], { showBackgroundImages: true })(sources.texts.get(partner) ?? "");
  const nowhere = withText(sources, base, background);
  expect(unused(nowhere)).toMatchObject([{ file: base }]);
  expect(unused(withText(nowhere, partner, shown))).toEqual([]);
});

test.each([
  {
    signIn: {
      order: ["secureCredential", "oneTimeToken", "providers", "password"],
      secureCredential: true,
      oneTimeToken: true,
      offerDevices: true,
      dateOfBirthAtLink: true,
      providers: ["contoso"],
    },
    behaviour: { showLoginProviders: true, showLanguageOption: true },
    passwordRules: { maxConsecutive: 3, maxLength: 64 },
  },
  {
    availableLanguages: ["de"],
    signIn: { secureCredential: false, offerDevices: false, dateOfBirthAtLink: false, providers: [] },
    behaviour: { showLoginProviders: false, showLanguageOption: false },
    passwordRules: { maxConsecutive: null },
  },
])(
  "settings of a partner that each have their effect, or switch off what is not there, are well: %j",
  (settings) => {
    const text = JSON.stringify({ ...JSON.parse(sources.texts.get(partner) ?? ""), ...settings });
    expect(unused(withText(sources, partner, text))).toEqual([]);
  },
);

test("a partner may list the providers that applications send its people to, and show none", () => {
  const text = sources.texts.get(partner) ?? "";
  const hidden = set(["behaviour"], { showLoginProviders: false })(text) ?? "";
  const listed = set(["signIn"], { providers: ["contoso"] })(hidden);
  expect(unused(withText(sources, partner, listed))).toEqual([]);
});

test("the state of a link is not asked to be carried to another page", () => {
  const row = ["screens", "resetPassword", "steps", 0, "next", 0];
  const text = set([...row, "go"], "loginOtt")(sources.texts.get(screens) ?? "");
  const { findings } = checkConfig(withText(sources, screens, text));
  expect(findings.filter(({ rule }) => rule === "carried-parameter")).toEqual([]);
});

test("screens that only lead to each other are told, until the menu leads there", () => {
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const { home, sample, pressed } = config.screens;
  home.links = home.links.filter(({ to }: { to: string }) => to !== "sample" && to !== "pressed");
  sample.links = ["pressed"];
  pressed.links = ["sample"];
  const told = () => {
    const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config, null, 2)));
    return findings.filter(({ rule }) => rule === "reached-screen").map(({ message }) => message);
  };
  expect(told()).toEqual(['Nothing leads to the screen "sample".', 'Nothing leads to the screen "pressed".']);
  config.menu.push("sample");
  expect(told()).toEqual([]);
});

test("a screen that another one leads to at once is reached with it", () => {
  const config = JSON.parse(sources.texts.get(screens) ?? "");
  const { home } = config.screens;
  const link = home.links.find(({ to }: { to: string }) => to === "sample");
  link.to = "short";
  config.screens.short = { path: "/short", redirect: "sample" };
  const { findings } = checkConfig(withText(sources, screens, JSON.stringify(config, null, 2)));
  expect(findings.filter(({ rule }) => rule === "reached-screen")).toEqual([]);
});

test("a call may refuse what its screen gives it, which the form does not show", () => {
  const problem = set(["problems", "username"], ["problems.generic"])(sources.texts.get(call) ?? "");
  const given = set(["screens", "sample", "submit", "with"], { username: "view.username" });
  const ofFormAlone = withText(
    withText(sources, call, problem),
    form,
    drop(["fields", 3])(sources.texts.get(form) ?? ""),
  );
  const told = (from: Sources) =>
    checkConfig(from).findings.filter(({ rule }) => rule === "problem-field").length;
  expect(told(ofFormAlone)).toBe(1);
  expect(told(withText(ofFormAlone, screens, given(sources.texts.get(screens) ?? "")))).toBe(0);
});

test("a text that is no user name needs no autocomplete", () => {
  const edit = set(["fields", 1], { name: "phone", widget: "text" });
  const { findings } = checkConfig(withText(sources, form, edit(sources.texts.get(form) ?? "")));
  expect(findings).toEqual([]);
});

test.each([
  ["a phone number", "^[+0-9 -]+$"],
  ["a day or the name of a month", "^(\\d{4}-\\d{2}-\\d{2}|[A-Z][a-z]+)$"],
])("%s, whose pattern a day would match, is no day", (_what, pattern) => {
  const edit = set(["body", "properties", "phone", "pattern"], pattern);
  const { findings } = checkConfig(withText(sources, call, edit(sources.texts.get(call) ?? "")));
  expect(findings.filter(({ rule }) => rule === "field-widget")).toEqual([]);
});

/** The text of a file from the place of a finding on; of a file that is not there, nothing. */
function textAt(
  { texts }: Sources,
  { file, line, column }: { file: string; line: number; column: number },
): string {
  const lines = (texts.get(file) ?? "").split("\n");
  return lines
    .slice(line - 1)
    .join("\n")
    .slice(column - 1);
}

function swap(from: string, to: string): Edit {
  return (text) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  };
}

function set(path: Path, value: Json): Edit {
  return change(path, (holder, key) => {
    holder[key] = value;
  });
}

function drop(path: Path): Edit {
  return change(path, (holder, key) => {
    expect(Object.keys(holder)).toContain(String(key));
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  });
}

/** Under the same name: to the end of its object. */
function rename(path: Path, name: string): Edit {
  return change(path, (holder, key) => {
    expect(Object.keys(holder)).toContain(String(key));
    const value = holder[key] ?? null;
    delete holder[key];
    holder[name] = value;
  });
}

function mark(key: string, copy: string): Edit {
  return set(["$untranslated"], { [key]: copy });
}

/** Changes what a path leads to and writes the file with one value on a line, as the samples are. */
function change(path: Path, apply: (holder: { [key: string]: Json }, key: string | number) => void): Edit {
  return (text) => {
    const document = JSON.parse(text);
    const holder = path.slice(0, -1).reduce((inner, key) => inner[key], document);
    apply(holder, path.at(-1) ?? "");
    return JSON.stringify(document, null, 2);
  };
}

test.each([
  ["fr-CA", ['The partner "northwind" does not offer the language "de".']],
  ["de-AT", []],
])("texts of a partner in German are told where it offers %s alone", (language, told) => {
  const file = "partners/northwind/partner.json";
  const own = JSON.parse(sources.texts.get(file) ?? "");
  const offered = { ...own, defaultLanguage: language, availableLanguages: [language] };
  const variant = withText(sources, "locales/de-AT.json", sources.texts.get("locales/en.json"));
  const { findings } = checkConfig(withText(variant, file, JSON.stringify(offered)));
  expect(findings.map(({ message }) => message)).toEqual(told);
});

test.each([
  ["as in German", "Signed in as {name}", ["own-text"]],
  ["otherwise", "Hier als {name}", []],
])(
  "a partner's German that reads the same without it is told where a variant has it %s",
  (_how, text, told) => {
    const schema = { $schema: "../schemas/config/locale.schema.json" };
    const variant = JSON.stringify({ ...schema, shell: { signedInAs: text } });
    const file = "partners/northwind/locales/de.json";
    const own = JSON.parse(sources.texts.get(file) ?? "");
    const same = JSON.stringify({ ...own, shell: { ...own.shell, signedInAs: "Signed in as {name}" } });
    const { findings } = checkConfig(withText(withText(sources, "locales/de-AT.json", variant), file, same));
    expect(findings.map(({ rule }) => rule).filter((rule) => rule === "own-text")).toEqual(told);
  },
);

test("a partner's plural is told once all its forms read the same without it, and not before", () => {
  const file = "partners/northwind/locales/en-GB.json";
  const told = (minLength: object) => {
    const text = JSON.stringify({
      $schema: "../../../schemas/config/locale.schema.json",
      validation: minLength,
    });
    return checkConfig(withText(sources, file, text)).findings.map(({ rule }) => rule);
  };
  const one = { minLength_one: "Must be at least {count} character." };
  expect(told({ ...one, minLength_other: "At least {count} characters, please." })).toEqual([]);
  expect(told({ ...one, minLength_other: "Must be at least {count} characters." })).toEqual([
    "own-text",
    "own-text",
  ]);
});
