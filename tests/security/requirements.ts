import type { Requirement } from "./requirement.ts";

/** What must hold always. */
export const requirements: readonly Requirement[] = [
  {
    id: "PW-1",
    says: "minimum 15 without a second factor, 8 with one; 128 accepted; counted in code points",
    source: "N3.1.1 A6.2.1 A6.2.9",
    provenBy: {
      "src/shared/password-rules.test.ts": [
        "counts code points of the composed form",
        "names every rule that is broken, with the values of its text",
      ],
      "tests/api/calls.test.ts": ["the partner gives the rules of a new password"],
      "tests/api/password-policy.test.ts": [
        "is fifteen to 128 characters, however many bytes each of them has",
        "is the partner's to say, and the rules that are told are those that are asked for",
      ],
    },
  },
  {
    id: "PW-2",
    says: "whole password checked: no truncation, no case change, only NFC",
    source: "A6.2.8 V",
    provenBy: {
      "src/server/passwords/password-hash.test.ts": [
        "is right for its password alone, whole and in its case",
        "does not depend on the composition of accents",
      ],
      "tests/api/password-policy.test.ts": [
        "is checked to its last character, with its spaces and in its case",
        "may come as another keyboard composes it, and as nothing else that looks alike",
      ],
    },
  },
  {
    id: "PW-3",
    says: "no class rule unless the partner's rules ask for it; client and server read one rule set",
    source: "A6.2.5",
    provenBy: {
      "src/shared/password-rules.test.ts": ["lists what the rules ask for, and nothing else"],
      "tests/e2e/password-reset.spec.ts": [
        "a partner's own rules stand there and are asked for",
        "the rules tick while one types, and what is wrong stands at both fields",
      ],
      "src/server/domain/baseline.test.ts": ["names … of a partner: …"],
      "tests/api/password-policy.test.ts": [
        "kinds of characters are asked for where the partner's rules do, and nowhere else",
      ],
    },
  },
  {
    id: "PW-4",
    says: "refused with a reason: 3,000 commonest, breached list (some 18,000 of eight characters or more), walks over the keys of a keyboard, user name, partner and product words",
    source: "A6.2.4 A6.2.11 A6.2.12",
    provenBy: {
      "src/server/passwords/common-passwords.test.ts": [
        "… is common",
        "the list holds the 3,000 commonest, also of those that any rules allow",
        "the list holds those of any partner's rules among the 50,000 commonest of breaches, each once and in lower case",
      ],
      "src/shared/password-rules.test.ts": [
        "refuses the user name and the names of partner and product in any spelling",
      ],
      "tests/api/password-reset.test.ts": [
        "says everything that is wrong at both fields at once, and spends nothing by it",
      ],
    },
  },
  {
    id: "PW-5",
    says: "Argon2id >= 19 MiB, 2 passes, own salt; raised parameters re-hash at sign-in; imported parameters capped",
    source: "A11 X",
    provenBy: {
      "src/server/settings/settings.test.ts": ["have a value for everything where nothing is set"],
      "src/server/passwords/password-hash.test.ts": [
        "with … than today is right too, and is made anew",
        "that cannot be computed within the caps costs the usual and is never right: …",
      ],
      "tests/api/sign-in.test.ts": ["upgrades a hash of earlier costs"],
      "src/server/domain/baseline.test.ts": ["names … of the installation: …"],
    },
  },
  {
    id: "PW-6",
    says: "change needs the current password, ends other sessions, mails a notice",
    source: "A6.2.3 A7.4.3",
    provenBy: {
      "tests/api/change-password.test.ts": [
        "a changed password is good from now on, in place of the one before, and a mail tells it",
        "ends sessions elsewhere, half-way sign-ins, remembered devices and mailed links",
        "is a wrong current password, which spends of the one budget",
      ],
    },
  },
  {
    id: "PW-7",
    says: "expired password yields only the change screen, never a session or token",
    source: "A2.3.1",
    provenBy: {
      "tests/api/sign-in.test.ts": ["… yields its outcome and no session"],
      "tests/api/journey-states.test.ts": [
        "while passwordExpired is owed the password leads there and no further",
        "while passwordExpired is owed no single call skips it",
        "while passwordExpired is owed no order of calls skips it",
      ],
    },
  },
  {
    id: "PW-8",
    says: "paste, managers, show/hide, autocomplete tokens",
    source: "G3.3.8 A6.2.6-7",
    provenBy: {
      "tests/e2e/sign-in.spec.ts": ["shows and hides the password without sending the form"],
      "src/client/fields/widgets.test.tsx": [
        "take the keyboard that the form asks for",
        "a new password is kept by password managers under the user name, which is not sent",
      ],
      "tests/e2e/safety.spec.ts": ["can be pasted, and say to password managers what they are"],
    },
  },
  {
    id: "TH-1",
    says: "at most 10 failures, then growing waits; never more than 100 in a row",
    source: "N3.2.2 A6.3.1",
    provenBy: {
      "src/server/domain/lockout.test.ts": [
        "an account waits from half a minute to a quarter of an hour, and a day after a hundred",
        "waits never shrink with further failures",
      ],
      "src/server/store/throttle.test.ts": [
        "tries are free five times, then wait from half a minute to a quarter of an hour",
        "tries wait a day after a hundred in a row",
      ],
      "tests/api/enumeration.test.ts": [
        "lock a name that exists and one that does not alike, tell when to come back, and end by themselves",
      ],
      "tests/api/impossible-codes.test.ts": ["what cannot be a code meets the same lock as one that could"],
    },
  },
  {
    id: "TH-2",
    says: "budget holds under concurrency and across two processes and restarts",
    source: "V",
    provenBy: {
      "tests/api/enumeration.test.ts": ["count in parallel, over all spellings of the name"],
      "tests/api/several-servers.test.ts": ["share one budget of guesses"],
      "src/server/store/throttle.test.ts": [
        "tries are counted when they come from two processes",
        "tries are counted when they come at once over two connections",
      ],
      "tests/api/guessing.test.ts": ["a lock outlives a restart"],
    },
  },
  {
    id: "TH-3",
    says: "one lock for every path: password, code, OTT, recovery code, reset, link, token redemption",
    source: "V V",
    provenBy: {
      "tests/api/one-time-token.test.ts": ["shares its budget with the password"],
      "tests/api/change-password.test.ts": ["is a wrong current password, which spends of the one budget"],
      "tests/api/expired-password.test.ts": [
        "looks the same for a wrong password, an unknown name and a disabled account, and shares the one lock",
      ],
      "tests/api/link.test.ts": [
        "is not linked by a wrong password, and spends the tries of the name",
        "counts a wrong one like a wrong password",
      ],
      "tests/api/recovery-codes.test.ts": [
        "that is wrong shares the five tries of the challenge with the other methods",
      ],
      "tests/api/password-reset.test.ts": [
        "by a made-up state counts against the address that tries, a right one does not",
      ],
      "tests/api/native-post.test.ts": ["shares the tries of a name with the call"],
      "tests/api/guessing.test.ts": ["counts against the address that tries it: …"],
    },
  },
  {
    id: "TH-4",
    says: "second-factor budget apart from the password budget; not renewed by a fresh challenge",
    source: "V",
    provenBy: {
      "tests/api/second-factor.test.ts": [
        "spend the account's own budget over fresh challenges, apart from the password's",
      ],
    },
  },
  {
    id: "TH-5",
    says: "strangers cannot shut a user out for good: lock ends by itself, passkey and known device still work",
    source: "A6.1.1",
    provenBy: {
      "tests/api/enumeration.test.ts": [
        "lock a name that exists and one that does not alike, tell when to come back, and end by themselves",
      ],
      "tests/api/secure-credential.test.ts": ["works while the password is locked"],
      "tests/api/password-reset.test.ts": ["ends a lock by wrong passwords, and an expired password"],
      "tests/api/guessing.test.ts": [
        "the browser that its owner has signed in with before still signs in, and no other one",
        "that browser has a budget of its own, which ends like any, and unlocks nobody else",
        "a right password in that browser ends no lock of the strangers",
      ],
    },
  },
  {
    id: "TH-6",
    says: "caller address only from configured proxies; IPv6 by /64; unparsable header ignored",
    source: "A15.3.4 V V",
    provenBy: {
      "tests/api/http.test.ts": ["is believed from configured proxies only, and only where it is one"],
      "src/server/domain/address-key.test.ts": ["… is counted as …"],
    },
  },
  {
    id: "TH-7",
    says: "other spellings of a path share the limit or are 404",
    source: "V",
    provenBy: {
      "tests/api/http.test.ts": ["that there is not answers 404 as a problem: …"],
      "tests/api/random-input.test.ts": [
        "another spelling of a call's address is the call with its limits, or nothing",
      ],
    },
  },
  {
    id: "TH-8",
    says: "SMS and mail capped per account, target and address",
    source: "A6.6.3 A2.4.1",
    provenBy: {
      "src/server/account/messages/send-limits.test.ts": [
        "messages of one account are five, in any spelling and through any attempt, then wait",
        "messages to one target are five, whoever's account asks",
        "messages from one address are enough for a company, and end",
      ],
      "tests/api/second-factor.test.ts": [
        "sends a code to whoever proves to receive them as often as they sign in",
      ],
    },
  },
  {
    id: "EN-1",
    says: "unknown, wrong, locked, disabled: same status, body, headers, cookies",
    source: "A6.3.8",
    provenBy: {
      "tests/api/enumeration.test.ts": [
        "looks the same for an unknown name, a wrong password, a disabled account and one without a password",
        "lock a name that exists and one that does not alike, tell when to come back, and end by themselves",
      ],
      "tests/api/native-post.test.ts": [
        "looks the same for an unknown name, a wrong password and a disabled account",
      ],
    },
  },
  {
    id: "EN-2",
    says: "same time: medians of 60 interleaved tries within 10 %",
    source: "A6.3.8",
    provenBy: {
      "tests/api/enumeration.test.ts": ["costs one password check, whether there is an account or not"],
      "src/server/passwords/password-hash.test.ts": ["for an unknown user costs the same and is never right"],
      "tests/faults/start-and-stop.test.ts": [
        "takes as long for a name that there is not as for a wrong password",
      ],
    },
    open: "the ten per cent: the ratio is told by `npm run test:faults`, which judges no more than that both check a password",
  },
  {
    id: "EN-3",
    says: "Recover, OTT, SendOTP, reset view: same answer, mail sent after the answer",
    source: "A6.3.8 V",
    provenBy: {
      "tests/api/one-time-token.test.ts": [
        "look like any other, byte for byte, and nothing is sent",
        "cost the same statements",
      ],
      "tests/api/password-reset.test.ts": [
        "look like any other, byte for byte, limits included",
        "cost the same rows, and no hash",
      ],
      "tests/api/smtp.test.ts": [
        "whoever asks for a code gets the same answer whether the mail server takes it, hangs or is gone",
      ],
    },
  },
  {
    id: "EN-4",
    says: "AssertionOptions for an unknown name: stable made-up credentials or none for everyone",
    source: "W privacy",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "tells nobody who has a device: the options of any name are alike",
      ],
    },
  },
  {
    id: "EN-5",
    says: "helper calls (IsRemoteAuthentication, LocalAllowed, ProfileImage, PinReference) tell nothing per user before a factor",
    source: "A6.3.8",
    provenBy: {
      "tests/api/helper-calls.test.ts": ["… tells nothing of an account before a factor is proven"],
    },
  },
  {
    id: "SE-1",
    says: "`__Host-` cookie, Secure, HttpOnly, SameSite Lax, >= 128 random bits, hashed in the store",
    source: "A3.3 A7.2.3",
    provenBy: {
      "tests/api/sign-in.test.ts": ["gives a session cookie that no script and no other site reads"],
      "tests/api/plain-cookies.test.ts": [
        "no cookie has a plain name, and none is heard by one, which another site of the domain could set",
      ],
      "src/server/store/sessions.test.ts": ["is found by the cookie's value, which is not stored"],
      "src/server/crypto.test.ts": ["random values have the asked bytes and never repeat"],
    },
  },
  {
    id: "SE-2",
    says: "new id at sign-in, second factor and re-authentication; the old one dead",
    source: "A7.2.4 V",
    provenBy: {
      "tests/api/sign-in.test.ts": [
        "gets a new identifier at each sign-in and the one before is dead",
        "is never one that was planted before the sign-in",
      ],
      "tests/api/login-fixation.test.ts": [
        "does not share what … proves",
        "and knows the password is left behind by the second step",
      ],
      "tests/api/change-password.test.ts": [
        "keeps its person signed in here, under another identifier and no longer than before",
      ],
      "tests/api/back-channel-logout.test.ts": [
        "leaves a session alone where another person signs in with an identifier that it had before",
      ],
    },
  },
  {
    id: "SE-3",
    says: "password-only state is no session anywhere, also not in caches or chunked cookies",
    source: "V",
    provenBy: {
      "tests/api/second-factor.test.ts": ["is no session for any call, nor for an application"],
      "tests/api/journey-states.test.ts": [
        "while twoFactorRequired is owed no single call skips it",
        "while twoFactorRequired is owed no order of calls skips it",
      ],
      "tests/api/login-fixation.test.ts": ["does not share what … proves"],
    },
  },
  {
    id: "SE-4",
    says: "idle 1 h and total 24 h by default, on the server, with a warning before",
    source: "A7.3 N5 G2.2.1",
    provenBy: {
      "src/server/store/sessions.test.ts": [
        "ends an hour after its last use",
        "ends after a day, used or not",
      ],
      "tests/api/sign-in.test.ts": ["ends without use after the idle time, which use renews"],
      "tests/api/session-end.test.ts": ["never lets it live longer than any session may"],
      "src/server/settings/settings.test.ts": ["have a value for everything where nothing is set"],
      "tests/e2e/session-warning.spec.ts": [
        "whoever is there is warned, stays by one press, and keeps what was typed",
        "nobody there is logged out with the reason",
      ],
    },
  },
  {
    id: "SE-5",
    says: "sign-out kills the session on the server, or all of the person's; back button shows nothing",
    source: "A7.4.1 A7.5.2 A10.4.9 A14.3",
    provenBy: {
      "tests/api/calls.test.ts": ["Logout ends the session on the server and clears its cookie"],
      "tests/api/oidc-sign-out.test.ts": [
        "everywhere ends one's sessions in other browsers too, and every token of applications, and nobody else's",
      ],
      "tests/e2e/sign-out.spec.ts": ["shows nothing of before to who goes back"],
    },
  },
  {
    id: "SE-6",
    says: "reset, disable or factor change ends the other sessions",
    source: "A7.4.2-3",
    provenBy: {
      "tests/api/password-reset.test.ts": [
        "ends sessions, half-way sign-ins and remembered devices of the person, and of nobody else",
      ],
      "tests/api/sign-in.test.ts": ["is worth nothing once the account is disabled"],
      "tests/api/two-factor-setup.test.ts": [
        "ends the person's other sessions and remembered devices, and replaces the recovery codes",
      ],
      "tests/api/two-factor-removal.test.ts": [
        "ends it and the sessions elsewhere, and keeps the others and the recovery codes",
      ],
      "tests/api/secure-credential.test.ts": [
        "forgets a device, which signs in no more, and ends the sessions elsewhere",
        "ends the sessions elsewhere and keeps this one; a refused one ends none",
      ],
      "tests/api/contact.test.ts": ["ends the person's sessions elsewhere and keeps this one"],
      "tests/api/change-password.test.ts": [
        "goes on in the applications that were entered here, and ends in those that were entered elsewhere",
      ],
    },
  },
  {
    id: "SE-7",
    says: "second user in the same browser inherits nothing, tokens and service-worker caches included",
    source: "V",
    provenBy: {
      "tests/api/sign-in.test.ts": ["inherits nothing of the one before"],
      "tests/api/session-end.test.ts": ["is refused as timed out, and nothing happens"],
      "tests/api/oidc-sign-in.test.ts": [
        "takes another account only for a request that does not name the first one",
      ],
      "tests/api/two-factor-setup.test.ts": [
        "it tells another browser and another person in the same one nothing",
      ],
      "tests/e2e/tabs.spec.ts": ["become another person's with nothing of the one before, at once"],
      "tests/e2e/new-version.spec.ts": [
        "keeps the scripts of the build, and nothing of the person who signs in",
      ],
    },
  },
  {
    id: "SE-8",
    says: "adding a factor or device, or new recovery codes, needs authentication under 5 min old",
    source: "A7.5.1",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "needs a sign-in under five minutes old",
        "forgets nothing without a fresh sign-in",
        "makes nothing else of a sign-in that is older than five minutes",
      ],
      "tests/api/two-factor-setup.test.ts": [
        "must have signed in within five minutes to begin, and may then finish",
      ],
      "tests/api/contact.test.ts": ["needs a sign-in of under five minutes"],
      "tests/api/link.test.ts": [
        "asks for the proof where the sign-in is older than five minutes, or there is none",
        "is linked only with the second step, also where the device is remembered",
      ],
      "tests/api/remembered-device.test.ts": [
        "stands for no second step where its person changes how they sign in",
        "is no ground to offer another way in",
      ],
    },
  },
  {
    id: "CS-1",
    says: "every non-GET without its token refused, view calls too",
    source: "A3.5.1",
    provenBy: {
      "tests/api/anti-forgery.test.ts": [
        "is asked for by every call that is no GET and has no other proof, views too",
        "the anti-forgery token is refused when it is …",
        "a form that the browser posts by itself is refused without the token of its page",
      ],
    },
  },
  {
    id: "CS-2",
    says: "token bound to the (pre-)session, renewed at sign-in, of no use in another browser",
    source: "A3.5.1",
    provenBy: {
      "tests/api/anti-forgery.test.ts": [
        "is of no use in another browser, nor without one",
        "of before the sign-in is dead after it, and that of the session after the sign-out",
      ],
    },
  },
  {
    id: "CS-3",
    says: "forged sign-in refused: origin and Sec-Fetch-Site checked even without a session",
    source: "A3.5",
    provenBy: {
      "tests/api/anti-forgery.test.ts": [
        "a call from another site is refused though its token is right: …",
        "is refused from elsewhere, and the form shown again: …",
      ],
      "tests/api/report-error.test.ts": ["needs no token and no browser of ours, but comes from our pages"],
    },
  },
  {
    id: "CS-4",
    says: "no GET changes anything; sign-out by GET only asks",
    source: "A3.5.3 A10.6.2",
    provenBy: {
      "tests/api/mailed-links.test.ts": [
        "the link of … is spent by its button alone, whoever opens it before and however",
      ],
      "tests/api/oidc-sign-out.test.ts": [
        "changes nothing by being looked at",
        "trusts a hint in the browser alone that it was given to, and there after another proof too",
      ],
      "tests/api/native-screens.test.ts": [
        "does nothing before the answer: the page asks, and its address asks nothing",
      ],
      "tests/e2e/sign-out.spec.ts": ["asks who comes by themselves, and a reload asks again"],
      "tests/api/safe-visits.test.ts": [
        "no page and no call that is got, whatever its address says, changes what people have",
      ],
    },
  },
  {
    id: "CS-5",
    says: "Exchange state: once, <= 60 s, same browser only, atomic",
    source: "A10.1.2 V",
    provenBy: {
      "tests/api/anti-forgery.test.ts": [
        "is traded once for the token of the new identity, on both addresses",
        "is traded by one of many at once",
        "is of no use after a minute, in another browser, or from another site",
      ],
      "tests/api/several-servers.test.ts": ["trade a state once between them"],
    },
  },
  {
    id: "CS-6",
    says: "only JSON bodies, no CORS grant",
    source: "A3.5.2 A3.4.2",
    provenBy: {
      "tests/api/bad-input.test.ts": ["refuses a body of …"],
      "tests/api/http.test.ts": ["with another method says which it has"],
      "tests/api/other-origins.test.ts": ["is granted nothing: …"],
      "tests/api/random-input.test.ts": [
        "a media type that is written oddly is JSON or refused, and never guessed",
      ],
    },
  },
  {
    id: "RD-1",
    says: "no spelling of a return address or parameter leaves the site or runs script: on pages, calls, 209 header and body",
    source: "A3.7.2 V V",
    provenBy: {
      "tests/api/return-url.test.ts": [
        "a return address that leaves the site becomes the start page: …",
        "becomes the start page on pages and in posted forms: …",
      ],
      "src/shared/return-url.test.ts": [
        "turns … into the default",
        "never gives an address that a browser would resolve to another origin",
      ],
    },
  },
  {
    id: "RD-2",
    says: "application origins by exact match from configuration, checked when used, not only when given",
    source: "R A10.4.1",
    provenBy: {
      "tests/api/oidc-requests.test.ts": ["shows the error page by its id alone for …"],
      "tests/api/oidc-provider.test.ts": ["takes a changed way back at once, also for a request that waits"],
      "tests/api/calls.test.ts": ["leads back only to an address that is still registered"],
    },
  },
  {
    id: "RD-3",
    says: "client checks the 209 target too",
    source: "V",
    provenBy: {
      "src/client/api/base-query.test.ts": ["209 leads to … by: …", "209 goes nowhere by …"],
      "src/shared/return-url.test.ts": ["lets only http and https or paths of this site pass"],
    },
  },
  {
    id: "RD-4",
    says: "returnUrl and ReturnUrl, repeated or as a list: one rule, first valid string",
    source: "A15.3.7",
    provenBy: {
      "tests/api/return-url.test.ts": ["counts as its first valid value, however it is spelled and repeated"],
      "src/shared/return-url.test.ts": ["reads both spellings and skips what is not a path of this site"],
    },
  },
  {
    id: "RD-5",
    says: "after sign-out only to a registered address with a valid hint",
    source: "A10.6.2 V",
    provenBy: {
      "tests/api/oidc-sign-out.test.ts": [
        "needs no question with the hint of the signed-in person, and leads back to the registered address",
        "asks the person and leads nowhere without a hint",
        "asks the person when the hint is somebody else's",
        "asks the person, leads nowhere and tells the log where a request names …",
        "trusts a hint for the session that it was sent in, and for no later one",
      ],
    },
  },
  {
    id: "RD-6",
    says: "error pages show texts by errorId only",
    source: "A1.2.1",
    provenBy: {
      "tests/api/oidc-requests.test.ts": ["shows the error page by its id alone for …"],
      "tests/api/calls.test.ts": [
        "shows nothing of an identifier that it does not know",
        "explains a stored error, with the way back to the application",
      ],
      "tests/e2e/safety.spec.ts": ["An error page shows no word of its address"],
    },
  },
  {
    id: "TF-1",
    says: "TOTP step accepted once, +-1 step, RFC 6238 vectors",
    source: "A6.5.1 V",
    provenBy: {
      "src/server/codes/totp.test.ts": [
        "takes the code of RFC 6238 at second …",
        "takes the code of one step earlier or later, and tells which step it is",
      ],
      "tests/api/second-factor.test.ts": [
        "takes the code of the step before and after, and no further ones",
        "takes a code once, also in another sign-in",
        "takes one of twenty equal codes at once",
      ],
      "tests/api/two-factor-setup.test.ts": ["cannot sign in by the code that set it up"],
    },
  },
  {
    id: "TF-2",
    says: "sent codes: 6 or more digits from CSPRNG, 10 min, newest only, bound to the challenge and browser",
    source: "A6.5.4-5 A6.6.2",
    provenBy: {
      "tests/api/second-factor.test.ts": [
        "a code by … is sent with the password and signs in, once",
        "a code by … is of no use after ten minutes, and costs no try then",
        "a code by … is of no use in another browser, nor for another person in the same",
        "a code by … may be sent again after 30 seconds, and then only the newer one counts",
      ],
      "tests/api/one-time-token.test.ts": [
        "of another browser is of no use",
        "is gone after ten minutes, and its page asks anew",
        "is replaced by the next one, which must wait half a minute",
      ],
      "src/server/codes/recovery-codes.test.ts": [
        "digits come from anywhere alike, also the first one",
        "no generator that can be predicted has a say in them",
      ],
    },
  },
  {
    id: "TF-3",
    says: "5 wrong codes end the challenge; server errors do not count",
    source: "A6.6.3",
    provenBy: {
      "tests/api/second-factor.test.ts": [
        "are counted down, and the fifth ends the attempt for the right code too",
        "are five of twenty at once, and none of them gets in",
        "are not what a fault of ours makes of right ones",
      ],
      "tests/api/two-factor-setup.test.ts": ["of … are counted, and the fifth ends the method"],
      "tests/api/one-time-token.test.ts": ["tells the tries left, and five wrong ones end it and its link"],
      "tests/api/contact.test.ts": ["wants another code after five wrong ones"],
      "tests/api/impossible-codes.test.ts": [
        "in the field of the code … what cannot be one is refused as such, costs no try and is no event of the account",
        "in the field of the code … wrong ones count as ever before and after one that cannot be one",
      ],
    },
  },
  {
    id: "TF-4",
    says: "required 2FA cannot be left out: direct calls, restart, back, SkipFido, other tab",
    source: "A2.3.1 V V",
    provenBy: {
      "tests/api/journey-states.test.ts": [
        "while twoFactorRequired is owed no single call skips it",
        "while twoFactorRequired is owed no order of calls skips it",
        "while twoFactorSetupRequired is owed no single call skips it",
        "while twoFactorSetupRequired is owed no order of calls skips it",
      ],
      "tests/api/two-factor-setup.test.ts": [
        "cannot be skipped, neither by a button nor by another page or tab",
        "that came up during a session is owed there too",
      ],
      "tests/api/native-post.test.ts": [
        "is met on the page way too, and no order of pages and calls gives a session",
      ],
      "tests/api/password-reset.test.ts": ["never leaves out the second factor"],
      "tests/e2e/second-factor.spec.ts": [
        "is found again after reload, back, another language and in a second tab",
      ],
    },
  },
  {
    id: "TF-5",
    says: "factor active only after a right code; secret never shown again; encrypted at rest",
    source: "A13.3",
    provenBy: {
      "tests/api/two-factor-setup.test.ts": [
        "nothing is active, and a restarted server goes on at the same step with the same codes",
        "is told its key in groups and as a QR code, of which nothing is kept in plain",
      ],
      "tests/api/two-factor-removal.test.ts": [
        "tells who is signed in what is active and where it goes, masked, and no secret",
      ],
      "src/server/crypto.test.ts": ["opens with the same key and purpose alone"],
    },
  },
  {
    id: "TF-6",
    says: "recovery codes >= 64 bits, hashed, once, new set kills the old, warned when few",
    source: "N4.2 A6.5.2",
    provenBy: {
      "tests/api/recovery-codes.test.ts": [
        "signs in once its reader has gone on, and a mail tells of it",
        "is spent once, though it is sent twenty times at once",
        "shows a new set once, to whoever presses the button, and ends the set before",
      ],
      "tests/api/two-factor-setup.test.ts": [
        "ends the person's other sessions and remembered devices, and replaces the recovery codes",
      ],
      "src/server/codes/recovery-codes.test.ts": ["no generator that can be predicted has a say in them"],
      "tests/api/typed-codes.test.ts": ["is readable in the log or in the store, right or wrong"],
    },
  },
  {
    id: "TF-7",
    says: "removal of a factor: recent authentication plus notice",
    source: "A6.3.7",
    provenBy: {
      "tests/api/two-factor-removal.test.ts": [
        "shows them long after the sign-in too, but asks to sign in again before one is removed",
        "is told to the person by mail in their language, and written down without a secret",
      ],
      "tests/api/secure-credential.test.ts": [
        "and removing it is told to the person by mail, in their language",
        "forgets nothing without a fresh sign-in",
      ],
    },
  },
  {
    id: "TF-8",
    says: "remembered machine: own token, <= 30 days, ended by reset",
    source: "A6.5.6",
    provenBy: {
      "tests/api/remembered-device.test.ts": [
        "leaves out the second step for its person, and no token claims one",
        "is remembered only if asked to, and for no other browser",
        "is forgotten after thirty days, and when a password or factor changes",
      ],
      "tests/api/password-reset.test.ts": [
        "ends sessions, half-way sign-ins and remembered devices of the person, and of nobody else",
      ],
    },
  },
  {
    id: "WA-1",
    says: "challenge >= 16 random bytes, once, 5 min, bound to browser and ceremony",
    source: "W",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "a challenge is good once",
        "a challenge is spent by an answer that was wrong",
        "lets one of twenty in that send the same answer at once",
        "of another browser is refused",
        "lives five minutes",
        "of a registration signs nobody in",
        "refuses a challenge that is spent, another's or for signing in",
      ],
    },
  },
  {
    id: "WA-2",
    says: "type, origin, topOrigin, rpId, UP, UV, algorithm, BE/BS checked; UV required when it is the only factor",
    source: "W",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "an answer of a device is refused …",
        "registering a device refuses one …",
        "where parts of it are bent",
      ],
    },
  },
  {
    id: "WA-3",
    says: "credential and user handle must belong together; duplicates refused; handle random",
    source: "W",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "where the handle is another person's",
        "where the credential is unknown",
        "refuses a device twice and somebody else's at all",
        "gives one person one handle for ever, and nobody else the same",
        "asks for a credential that needs no user name and knows its person, and excludes known ones",
      ],
    },
  },
  {
    id: "WA-4",
    says: "counter going back: refused or stepped up, logged",
    source: "W",
    provenBy: {
      "tests/api/secure-credential.test.ts": [
        "is refused, noted and logged where its counter goes back to …",
        "and its copy get in once between them with one count",
      ],
    },
  },
  {
    id: "RR-1",
    says: "links from configured origin only",
    source: "V",
    provenBy: {
      "tests/api/password-reset.test.ts": [
        "mails one of the configured origin, in the account's language, with the return address",
      ],
      "tests/api/one-time-token.test.ts": ["is of the configured origin and carries the return address"],
      "tests/api/oidc-provider.test.ts": ["names the public address whatever the request says about itself"],
      "tests/api/forged-host.test.ts": ["has no say in the link that … mails"],
    },
  },
  {
    id: "RR-2",
    says: "token >= 128 bits, hashed, 60 min, once, newest only; opening by a mail scanner (GET, HEAD) spends nothing",
    source: "A6.4",
    provenBy: {
      "tests/api/mailed-links.test.ts": [
        "every mail with a link is known here",
        "the link of … is spent by its button alone, whoever opens it before and however",
      ],
      "tests/api/password-reset.test.ts": [
        "ends the link before",
        "happens once, also of twenty at once over two servers",
        "is told again for a minute to the browser that made it, should its answer be lost, and changes nothing more",
        "a mailed link that is … leads to the page that offers a new one",
        "stands neither in the log nor readable in the store, and the password nowhere",
      ],
    },
  },
  {
    id: "RR-3",
    says: "reset gives no session and never skips 2FA",
    source: "A6.4.3",
    provenBy: {
      "tests/api/password-reset.test.ts": [
        "sets the password, remembers the name, tells it by mail, and signs nobody in",
        "never leaves out the second factor",
      ],
    },
  },
  {
    id: "RR-4",
    says: "order enforced, identity cannot change on the way",
    source: "V V",
    provenBy: {
      "tests/api/password-reset.test.ts": [
        "cannot be bent to another person by more than the state",
        "leaves no session to a sign-in that was checking the old password at that moment",
      ],
      "tests/api/one-time-token.test.ts": ["signs the token's person in, not the password's"],
      "tests/api/link.test.ts": [
        "of a stranger links nothing to whoever presses it, however they prove who they are",
      ],
    },
  },
  {
    id: "RR-5",
    says: "exactly one recipient; comma, quotes, angle brackets, CR/LF refused; no user text in mail markup",
    source: "V V",
    provenBy: {
      "tests/api/password-reset.test.ts": ["reaches nobody but the account, whatever is typed"],
      "tests/api/contact.test.ts": ["refuses …, and nothing is sent"],
      "tests/api/delivery.test.ts": ["to more than one recipient is refused without an error for the caller"],
      "src/server/delivery/recipient.test.ts": ["… does not go to …"],
      "src/server/delivery/write-mail.test.ts": [
        "what a person has chosen is no link: …",
        "stays within its line and its direction, and is no code",
      ],
    },
  },
  {
    id: "RR-6",
    says: "token not in Referer, history, logs; page loads nothing from third parties",
    source: "A14.2.1",
    provenBy: {
      "tests/api/password-reset.test.ts": [
        "stands neither in the log nor readable in the store, and the password nowhere",
      ],
      "tests/api/one-time-token.test.ts": ["stands neither in the log nor readable in the store"],
      "tests/e2e/safety.spec.ts": [
        "is told to nobody: it leaves the address, goes into no request of the page, and the page asks nobody else",
      ],
      "src/client/app/arrive.test.ts": [
        "keeps what was mailed for the screen that stands, though its address shows it no more",
      ],
    },
  },
  {
    id: "CP-1",
    says: "captcha decided by the server: provider asked, token once, host and action checked, time limit, stated rule when the provider is down",
    source: "A2.4.1",
    provenBy: {
      "tests/api/captcha.test.ts": [
        "a solution counts once, also when it is sent twenty times at once",
        "counts once whatever else is written around it",
        "does not count when its challenge has expired",
        "does not count when anything of it was changed",
        "is worth five calls within ten minutes",
        "is not answered by what another browser solved",
        "answers false for version …, which has no keys here",
      ],
      "tests/api/recaptcha.test.ts": [
        "is solved by a token of … that the provider vouches for",
        "counts once, also when it is sent twenty times at once to a provider that forgets",
        "counts for nothing that …",
        "may be of any host that the partner's pages have",
        "locks nobody out: one that …",
        "is asked about so many tokens at once and no more",
        "neither a token nor a secret stands in the log or in an answer",
      ],
      "tests/e2e/recaptcha.spec.ts": [
        "that is too low is followed by the box, which the keyboard ticks",
        "that is too low is followed by the challenge of our own",
        "a blocked script",
        "a script that never comes",
        "a dead verification",
        "lets scripts come from the provider's folders alone",
      ],
    },
  },
  {
    id: "CP-2",
    says: "needed after N failures even if the client never shows it",
    source: "A6.3.1",
    provenBy: {
      "tests/api/captcha.test.ts": [
        "is asked for after three failures of a name, whether there is such an account or not",
        "is asked for whatever the name after a hundred failures of an address, and told ahead",
        "lets twenty calls at once through no more than five times",
      ],
    },
  },
  {
    id: "CP-3",
    says: "a path without puzzle exists (passkey); keyboard works; blocked widget gives a message",
    source: "G3.3.8",
    provenBy: {
      "tests/e2e/captcha.spec.ts": [
        "is solved by the keyboard alone, and the sign-in goes on by itself",
        "is told on the page, with other ways on and the name still there",
        "says why, and can be tried again",
      ],
      "tests/e2e/failures.spec.ts": ["the challenge: it is said, and what is typed stays"],
      "tests/api/guessing.test.ts": ["a device signs in without a puzzle, where a password needs one"],
    },
  },
  {
    id: "UP-1",
    says: "state, nonce, PKCE S256 per attempt and browser; reply used once; `iss` checked",
    source: "A10.1.2 A10.2.2 V",
    provenBy: {
      "tests/api/vendor.test.ts": [
        "asks by code with PKCE, with a state, a nonce and a proof key of its own each time",
        "is used once, also by twenty at once",
        "in another browser is refused there and still good in its own",
        "with another attempt's code is refused",
        "after ten minutes is late",
        "because its iss is missing or another one's is refused",
        "at the address of another provider is refused, and spent",
      ],
    },
  },
  {
    id: "UP-2",
    says: "ID token: algorithm list, signature, iss, aud, azp, exp, nonce",
    source: "A9",
    provenBy: { "tests/api/vendor.test.ts": ["for … ends at the error page and never in a session"] },
  },
  {
    id: "UP-3",
    says: "identity is issuer plus subject, never e-mail; linking needs a proven local sign-in",
    source: "A6.8.1 A10.5.2",
    provenBy: {
      "tests/api/vendor.test.ts": ["never takes a mail address for an identity"],
      "tests/api/link.test.ts": [
        "is shown with a name to begin with, and linked by the password",
        "is linked only when the second factor is set up too",
        "is linked at once by who has just signed in, and is then spent",
        "asks for the proof where the sign-in is older than five minutes, or there is none",
      ],
    },
  },
  {
    id: "UP-4",
    says: "a disabled provider is dead on direct calls; its metadata and key fetches are bounded (5 s, no inner addresses)",
    source: "V",
    provenBy: {
      "tests/api/vendor.test.ts": [
        "has no page, and its button leads to the error page",
        "a provider that is unknown, removed or changed …",
        "and stands at the inner address … is not asked at all",
        "and is silent is given up after five seconds",
      ],
    },
  },
  {
    id: "OP-1",
    says: "redirect_uri exact; error shown, no redirect, when wrong",
    source: "R A10.4.1 V",
    provenBy: {
      "tests/api/oidc-requests.test.ts": ["shows the error page by its id alone for …"],
      "tests/api/oidc-provider.test.ts": ["takes a changed way back at once, also for a request that waits"],
      "tests/api/oidc-native.test.ts": ["leads nowhere else than to what is registered: …"],
    },
  },
  {
    id: "OP-2",
    says: "PKCE S256 only; verifier without challenge refused",
    source: "R A10.4.6",
    provenBy: {
      "tests/api/oidc-requests.test.ts": ["refuses … and tells the application"],
      "tests/api/oidc-provider.test.ts": ["offers what it does and nothing else"],
      "tests/api/oidc-tokens.test.ts": [
        "refuses a code with a wrong verifier, from another application and after a minute",
      ],
      "tests/api/oidc-proofs.test.ts": ["a code is worth nothing without its verifier"],
    },
  },
  {
    id: "OP-3",
    says: "code once, 60 s; second use revokes; refresh rotation atomic with reuse alarm",
    source: "A10.4.2 V",
    provenBy: {
      "tests/api/oidc-tokens.test.ts": [
        "takes a code once; the second use ends what the first one got",
        "takes a code once although it is presented many times at once",
        "refuses a code with a wrong verifier, from another application and after a minute",
        "gives a refresh token that changes with every use, and ends all when an old one comes back",
        "a refresh token whose answer was lost on the way ends all where the lost one comes as well",
        "a refresh token whose answer was lost on the way ends all after a minute",
      ],
      "src/server/store/oidc-records.test.ts": ["are used by one of twenty over two connections"],
      "tests/api/oidc-proofs.test.ts": [
        "a refresh token that comes eight times at once leaves one that is good, until another of them comes",
      ],
    },
  },
  {
    id: "OP-4",
    says: "code flow only; prompt, max_age, acr, auth_time, amr truthful",
    source: "A10.6.1",
    provenBy: {
      "tests/api/oidc-provider.test.ts": ["offers what it does and nothing else"],
      "tests/api/oidc-sign-in.test.ts": [
        "asks again for … although a session lives, once, and tells the new time",
        "asks again only when max_age has passed",
        "answers prompt=none with login_required or interaction_required and never with a page",
        "signs a person in from the application and back, with the claims of the granted scopes",
      ],
      "tests/api/oidc-proofs.test.ts": ["a token says by how many factors its person was proven, and when"],
    },
  },
  {
    id: "OP-5",
    says: "two independent clients sign in and out (openid-client, mod_auth_openidc); key rotation without failure",
    source: "conformance",
    provenBy: {
      "tests/api/oidc-sign-in.test.ts": [
        "signs a person in from the application and back, with the claims of the granted scopes",
      ],
      "tests/api/oidc-sign-out.test.ts": [
        "needs no question with the hint of the signed-in person, and leads back to the registered address",
      ],
      "tests/api/oidc-provider.test.ts": [
        "renews worn-out signing keys without a restart: published first, then used; old ID tokens stay hints",
      ],
      "tests/faults/mod-auth-openidc.test.ts": [
        "signs a person in by code with PKCE, tells a page their claims, and signs them out",
        "goes on signing in once the signing keys were renewed, without being started anew",
      ],
    },
  },
  {
    id: "HD-1",
    says: "Observatory A+ with no failed test",
    source: "M X",
    provenBy: { "tests/api/page-protection.test.ts": ["has what the HTTP Observatory asks for"] },
    open: "that a run repeats it: the Observatory's own scanner (@mdn/mdn-http-observatory 1.4.8), run by hand over TLS against four pages of a built server, gave each A+ with 135 points and none of its ten tests failed; its package needs install scripts, so the tests hold its published list instead",
  },
  {
    id: "HD-2",
    says: "CSP `default-src 'none'`, no unsafe words, frame-ancestors none, base-uri none; Trusted Types enforced; zero violations in the whole e2e run; HSTS >= 1 y, nosniff, COOP, CORP, Permissions-Policy",
    source: "A3.4 X",
    provenBy: {
      "tests/api/http.test.ts": [
        "carries the headers that keep browsers out of trouble, errors too",
        "insists on https where the public address does",
      ],
      "tests/e2e/routes.spec.ts": ["Every route of the specification …"],
      "tests/e2e/policy-reports.spec.ts": [
        "a browser reports what the policy of a page kept out, and the service takes it",
      ],
      "tests/api/policy-reports.test.ts": [
        "of either form is counted and told once, without queries, paths of others and what was kept out",
        "of ever new violations from everywhere is a hundred lines, and all are counted",
      ],
      "tests/api/page-protection.test.ts": [
        "has a policy that names all it needs, knows no unsafe word, and has another nonce each time",
      ],
    },
  },
  {
    id: "HD-3",
    says: "no-store on HTML and API; partner data varies by host; hashed assets immutable",
    source: "A14.3.2 V",
    provenBy: {
      "tests/api/native-screens.test.ts": [
        "is kept by no cache, and gone when the address is asked for again",
      ],
      "tests/api/page-protection.test.ts": [
        "no page and no call is kept by any cache, whoever asks",
        "no page of one host is another host's, however they alternate",
      ],
      "tests/e2e/safety.spec.ts": ["are kept for good, because another build has other names"],
    },
  },
  {
    id: "IV-1",
    says: "malformed, oversized, mistyped and hostile input on every call: a clear 4xx, no 5xx, no stack trace, no hang, nothing reflected",
    source: "A2.2 A16.5",
    provenBy: {
      "tests/api/bad-input.test.ts": [
        "refuses a body of …",
        "refuses a compressed body and a body of a length that is not its own",
        "every field of every body refuses every wrong type, and says so at the field",
        "every field of every body survives every hostile text",
        "every parameter of every call survives every hostile text",
        "answered none of all this with a fault, and logged none of it",
      ],
      "tests/api/http.test.ts": [
        "… is answered cleanly and the connection closed",
        "that is broken answers 400: …",
        "with two Host headers is refused",
      ],
      "tests/api/random-input.test.ts": [
        "random input of every contract that is allowed is never a fault of ours",
        "random input of every contract that is not allowed is refused in words, whatever is wrong with it",
        "random input of every contract as parameters, also repeated and in lists, is never a fault of ours",
      ],
    },
  },
  {
    id: "IV-2",
    says: "every body and query closed by schema, no coercion, each string bounded; body 64 KB; 413/415/431 clean",
    source: "A2.2.1 A15.3.3 V X",
    provenBy: {
      "tests/api/bad-input.test.ts": [
        "refuses a body of …",
        "names everything that is missing at once, in words",
      ],
      "src/config/check-config.test.ts": [
        "every rule is proven by a wrong edit, and every finding has a page",
        "the files as they stand have no findings",
      ],
      "tests/api/http.test.ts": [
        "with a head that is too large is answered cleanly and the connection closed",
      ],
      "tests/api/random-input.test.ts": [
        "random input of every contract that is not allowed is refused in words, whatever is wrong with it",
      ],
    },
  },
  {
    id: "IV-3",
    says: "user names folded once (NFKC, case) and compared so everywhere; look-alikes cannot double an account",
    source: "A1.1.1",
    provenBy: {
      "src/server/store/users.test.ts": [
        "is found by every spelling of the name",
        "cannot double another's name by a look-alike spelling",
      ],
      "src/server/domain/fold.test.ts": ["are folded for good by folding once"],
      "tests/api/sign-in.test.ts": ["takes any spelling of the user name that means the same"],
    },
  },
  {
    id: "CF-1",
    says: "partner by exact host after lower-casing and dot/port removal; unknown host neutral or 421; nothing cached across partners",
    source: "A1.3 V",
    provenBy: {
      "tests/api/calls.test.ts": [
        "the partner is the default one, unless the host or the waiting application names another",
      ],
      "tests/api/http.test.ts": ["of HTTP/1.0, without a Host, gets the default partner"],
      "tests/api/page-protection.test.ts": ["no page of one host is another host's, however they alternate"],
    },
  },
  {
    id: "CF-2",
    says: "colours, logo, texts, addresses in partner and screen files checked; no markup, no script address; SVG cleaned and sandboxed",
    source: "V A1.3.4",
    provenBy: {
      "src/config/check-config.test.ts": [
        "every rule is proven by a wrong edit, and every finding has a page",
      ],
      "tests/api/calls.test.ts": [
        "images come with a tag by which they are not sent twice, and may do nothing as documents",
      ],
    },
  },
  {
    id: "CF-3",
    says: "bad file at start: exit with message; at reload: last good kept, alarm; missing locale key falls back",
    source: "A16.5.3",
    provenBy: {
      "tests/api/start.test.ts": ["naming file, line and column of what is wrong in …"],
      "src/config/watch/watch-config.test.ts": [
        "a bad change is reported and leaves the last good one in force until it is mended",
        "a text that loses its key falls back, with a finding",
      ],
    },
  },
  {
    id: "LG-1",
    says: "unique canaries for password, code, token, cookie, secret: absent from logs, error reports, URLs and store",
    source: "A16.2.5",
    provenBy: {
      "tests/api/log.test.ts": [
        "keeps passwords, tokens, cookies, states and addresses out of the log, whatever goes wrong",
        "keeps secrets out of the store: passwords, session identifiers and states are hashed",
      ],
      "tests/api/two-factor-setup.test.ts": ["tells its secrets neither the log nor the audit"],
      "tests/api/vendor.test.ts": ["keeps states, codes and tokens out of the log"],
      "tests/api/upstream-sign-out.test.ts": ["keeps the token sealed wherever it waits, and out of the log"],
      "tests/api/native-post.test.ts": ["leaves no secret in the log"],
      "tests/api/report-error.test.ts": [
        "loses every secret on the way, whoever sent it",
        "is given an error of ours under the code that the person is told",
      ],
      "tests/e2e/before-script.spec.ts": [
        "a form sent by the browser itself signs in, and no secret stands in an address",
      ],
      "tests/api/delivery.test.ts": ["is sealed in the store and told in the log by id alone"],
      "tests/api/typed-codes.test.ts": ["is readable in the log or in the store, right or wrong"],
    },
  },
  {
    id: "LG-2",
    says: "each authentication event one JSON line, UTC, who/where/what/result; CR/LF and ANSI cannot forge lines",
    source: "A16.3 A16.4.1",
    provenBy: {
      "tests/api/log.test.ts": [
        "writes one line of JSON per answer, found again by the support code, that nobody can forge",
      ],
      "tests/api/enumeration.test.ts": ["leaves an audit row for each result, without the password"],
      "tests/api/typed-codes.test.ts": [
        "says when, what, whose, from where and under which support code, and nothing else",
      ],
      "tests/api/audit.test.ts": [
        "that is wrong, or of a name that nobody has, leaves a failure and no typed name",
        "that is forgotten leaves the question and the reset, a made-up link a failure",
        "leaves each wrong try, the lock, the proof and the sign-in",
        "by itself, or by another person in the same browser, leaves so once",
        "nothing that is known to happen to an account was left out above",
      ],
      "tests/api/audit-command.test.ts": [
        "tells what happened to an account while the server runs, oldest first, in columns and as JSON",
        "keeps what would move a cursor out of the terminal",
      ],
    },
  },
  {
    id: "OPS-1",
    says: "live and ready apart; `/devops`, metrics, errors show no versions, paths or settings; test hooks absent in production mode",
    source: "A13.4 A15.2.3",
    provenBy: {
      "tests/api/http.test.ts": ["tells that the process lives and that its database answers"],
      "tests/api/system-status.test.ts": [
        "with nobody signed in sees the status alone, on the page too",
        "Who asks with the role … sees the status alone",
      ],
      "tests/api/gallery.test.ts": ["does not exist in production: … is an address like any unknown one"],
      "tests/api/faults.test.ts": [
        "that nobody foresaw answers 500 with a support code and no detail; the log has it all",
      ],
      "tests/api/start.test.ts": [
        "says so, comes up by itself, says so again when it is lost, and comes back",
      ],
    },
  },
  {
    id: "OPS-2",
    says: "stop within 10 s finishing work; start under 3 s; sessions survive a restart",
    source: "A15.4",
    provenBy: {
      "tests/api/start.test.ts": [
        "answers pages and calls, and stops in order when it is told to",
        "is what the build has made of it",
      ],
      "tests/api/stop.test.ts": [
        "finishes the sign-outs that are being told, and leaves the others in line",
        "writes what was counted since the last time",
        "lets the sweeper finish what it deletes at the time, and begins no other",
      ],
      "src/server/store/store.test.ts": ["keeps everything over a restart"],
      "tests/faults/start-and-stop.test.ts": [
        "ends within ten seconds of …, finishes what it had begun, and is there again with its sessions",
      ],
    },
    open: "the three seconds: `npm run bench -- start` tells how long a start takes, and no test judges how fast a machine is",
  },
  {
    id: "SC-1",
    says: "lockfile with integrity for all, install scripts allow-listed, SBOM per build, no known-bad version (floor list in the repository: fastify 5.8.5, newest nodemailer)",
    source: "A15.1.2 V V",
    provenBy: {
      "tests/security/supply-chain.test.ts": [
        "is named with the hash of what was read when it was chosen, from the registry alone",
        "runs no script of its own when it is installed",
        "is not of a version that is known to be vulnerable",
        "is asked for by one version, not by a range",
        "stands in the inventory of the build, with its hash",
      ],
    },
  },
];
