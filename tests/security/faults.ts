import type { Requirement } from "./requirement.ts";

/** What must happen when something breaks. */
export const faults: readonly Requirement[] = [
  {
    id: "F1",
    says: "restart clean; each code, token and counter either wholly used or not; no lost audit line for an answered request; no change without the mail that tells of it",
    source: "kill -9 in mid-write",
    provenBy: {
      "tests/faults/kill.test.ts": [
        "starts again on a clean database",
        "lost no audit line of what it had answered",
        "has counted every try that it had answered, and none that was not made",
        "has used each link and set its password, or neither",
        "takes each recovery code once, before or after",
      ],
      "tests/api/notices.test.ts": [
        "is there with the mail that tells of it, names the account and says when, before the sender is woken",
        "does not happen where that mail cannot be put in line",
      ],
    },
  },
  {
    id: "F2",
    says: 'ready false, pages served with a plain "try again" message, retries with back-off, comes up alone',
    source: "database down at start",
    provenBy: {
      "tests/api/start.test.ts": [
        "says so, comes up by itself, says so again when it is lost, and comes back",
      ],
      "tests/faults/database.test.ts": ["comes up alone when it was away at the start"],
    },
  },
  {
    id: "F3",
    says: "503 with Retry-After in < 2 s, form keeps its input, no sign-in allowed without a counter write",
    source: "database lost on the way",
    provenBy: {
      "tests/api/start.test.ts": [
        "says so, comes up by itself, says so again when it is lost, and comes back",
      ],
      "tests/api/pages.test.ts": [
        "a page says so in plain words and offers to try again",
        "a posted form is answered with words, and nobody is signed in",
      ],
      "tests/api/oidc-provider.test.ts": [
        "says that it is not available while the database is away, to applications and to people",
      ],
      "tests/api/guessing.test.ts": [
        "without the row that counts it no try is made, and nobody is signed in",
      ],
      "tests/e2e/safety.spec.ts": ["keeps what is typed, says so, and is sent at the next press"],
      "tests/faults/database.test.ts": [
        "answers 503 within two seconds when it is lost, signs nobody in, and comes back by itself",
      ],
    },
  },
  {
    id: "F4",
    says: "time limit 2 s, 503, pool not drained, health says degraded",
    source: "database slow (3 s)",
    provenBy: {
      "src/server/store/store.test.ts": [
        "recovers after a slow statement and a lost connection",
        "is unavailable soon where a server accepts and says nothing",
      ],
      "tests/faults/database.test.ts": [
        "answers 503 in time when every statement takes three seconds, and its connections are not used up by it",
      ],
    },
  },
  {
    id: "F5",
    says: "same answer to the user, queued with retries, code life counts from sending, alarm; no double mail",
    source: "mail or SMS down, slow or 5xx",
    provenBy: {
      "tests/api/smtp.test.ts": [
        "whoever asks for a code gets the same answer whether the mail server takes it, hangs or is gone",
        "because the line broke after its end comes again under the same Message-ID, and once taken never",
        "within five seconds waits for its next try and holds up no other: a server that does not greet",
        "arrives once, whoever looks meanwhile, and holds up no other",
        "is not waited for longer by a process that ends, and comes again, because it may not have been taken",
        "a mail server that has a mail and never says that it took it has less than a minute",
        "is handed as many mails as it has connections, so that none waits for one while its time runs",
        "several processes send each mail once",
      ],
      "tests/api/delivery.test.ts": [
        "that says nothing for five seconds has not taken it, and others are not held up",
        "that stays down is an error line once the message is of no use, and the code is forgotten",
        "several processes send each message once",
      ],
      "tests/api/code-life.test.ts": [
        "… lives its whole time from when a slow gateway took it",
        "… is late when that time is over",
        "… that no gateway took is good for twice its time and no longer",
        "a code that was replaced or spent is not good again when its message is taken at last",
        "a code counts from the first of two processes that hand its message over",
        "tells nobody who types a wrong token whether a mail is under way",
      ],
    },
  },
  {
    id: "F6",
    says: "TOTP +-1 step, sessions by monotonic age within a process, alarm; no code valid again after a backward jump",
    source: "clock +-90 s, then a jump of 2 h",
    provenBy: {
      "tests/api/second-factor.test.ts": ["takes the code of the step before and after, and no further ones"],
      "tests/api/system-status.test.ts": ["of the clock notices that it was set"],
      "tests/api/clock.test.ts": [
        "takes no code and no link of the time ahead",
        "takes no code of an app again",
        "makes no sign-in of long ago a fresh one",
        "a session that was begun while the clock was ahead lives no longer for it",
        "a clock that is … ms beside another process's changes nothing of this",
      ],
    },
  },
  {
    id: "F7",
    says: "reads go on, writes 503, no half file, logs do not stop sign-in",
    source: "disk full",
    provenBy: {
      "tests/faults/disk.test.ts": [
        "a full disk leaves reading as it is and answers 503 to what has to be written, until there is room again",
      ],
    },
  },
  {
    id: "F8",
    says: "exit 1 in 1 s with the port named",
    source: "port in use",
    provenBy: { "tests/api/start.test.ts": ["naming a port that is in use"] },
  },
  {
    id: "F9",
    says: "see CF-3",
    source: "broken configuration file",
    provenBy: {
      "tests/api/start.test.ts": ["naming file, line and column of what is wrong in …"],
      "src/config/watch/watch-config.test.ts": [
        "a bad change is reported and leaves the last good one in force until it is mended",
        "a text that loses its key falls back, with a finding",
      ],
    },
  },
  {
    id: "F10",
    says: "English text, one log line, never a bare key",
    source: "missing locale key, half-translated language",
    provenBy: {
      "src/config/watch/watch-config.test.ts": ["a text that loses its key falls back, with a finding"],
      "src/config/read-config.test.ts": [
        "a text is looked up in the partner's language and base language, in those of all, in the partner's and the general source language",
      ],
      "src/shared/translate.test.ts": ["gives nothing for an unknown key, never the bare key"],
      "src/client/entry-server.test.ts": ["shows no text key and no missing text"],
    },
  },
  {
    id: "F11",
    says: "neutral page or 421, no partner data",
    source: "unknown or malformed host",
    provenBy: {
      "tests/api/calls.test.ts": [
        "the partner is the default one, unless the host or the waiting application names another",
      ],
      "tests/api/http.test.ts": [
        "of HTTP/1.0, without a Host, gets the default partner",
        "… is answered cleanly and the connection closed",
      ],
      "tests/api/page-protection.test.ts": ["no page of one host is another host's, however they alternate"],
    },
  },
  {
    id: "F12",
    says: "last sign-in wins, other tab follows at its next call with the timeout message, no mixed identity",
    source: "two tabs: sign in twice, sign out in one, two users",
    provenBy: {
      "tests/e2e/tabs.spec.ts": [
        "follow a sign-out at once, with the reason, and signing in leads back to where they were",
        "become another person's with nothing of the one before, at once",
        "never act for another person than the one they show, where they cannot talk",
      ],
      "tests/e2e/interruptions.spec.ts": [
        "two tabs each find their own request, finished in the wrong order",
        "a session that ended in another tab leads to the sign-in page with the message, where tabs cannot talk",
      ],
      "tests/api/sign-in.test.ts": [
        "sent several times at once succeeds each time, and the last answer counts",
      ],
    },
  },
  {
    id: "F13",
    says: "no form repost, no second spend of a code, current step shown",
    source: "back and forward after sign-in, sign-out, each wizard step",
    provenBy: {
      "tests/e2e/interruptions.spec.ts": [
        "the back button after a finished sign-in leads nowhere wrong, and on again",
        "a reload of the customer page stands where it stood",
      ],
      "tests/e2e/sign-out.spec.ts": ["shows nothing of before to who goes back"],
      "tests/e2e/two-factor-setup.spec.ts": [
        "stands at the right step after a reload, a step back, in a second tab and in another language",
      ],
      "tests/e2e/password-reset.spec.ts": ["back, reload and a second tab strand nobody"],
      "tests/e2e/one-time-token.spec.ts": [
        "is found again after a reload, back and in a second tab, and can be given up",
      ],
      "tests/e2e/second-factor.spec.ts": [
        "is found again after reload, back, another language and in a second tab",
      ],
    },
  },
  {
    id: "F14",
    says: "one request in flight; server idempotent per challenge",
    source: "double submit, held Enter key",
    provenBy: {
      "tests/e2e/sign-in.spec.ts": ["sends one request however often Enter is pressed"],
      "tests/api/second-factor.test.ts": ["takes one of twenty equal codes at once"],
      "tests/api/native-post.test.ts": [
        "sent twice at once signs in once or twice, and the last cookie works",
      ],
      "tests/api/two-factor-setup.test.ts": ["happens once, however many ask for it at once"],
    },
  },
  {
    id: "F15",
    says: "answer unknown: message, retry safe, code not burnt by a request that never arrived",
    source: "network drop during submit",
    provenBy: {
      "tests/e2e/lost-answers.spec.ts": [
        "A line that breaks … the next press …",
        "A code that never reached the server …",
        "A code whose answer was lost …",
        "A line that breaks after the answer, while the page fetches its new token, …",
        "A mailed link whose answer was lost …",
        "A message that was sent although its answer was lost …",
        "An expired password whose change was answered by nobody is changed, and the next press goes on",
      ],
      "tests/e2e/interruptions.spec.ts": [
        "typed text stays when the network is lost, and the next press works",
      ],
    },
  },
  {
    id: "F16",
    says: "prompt, never a forced reload; old chunks and old schema version still answer for 24 h",
    source: "new deploy while a form is half filled",
    provenBy: {
      "tests/e2e/new-version.spec.ts": [
        "is offered, and a press loads it once; what is typed stays, but for the password",
        "reloads the tab where it is pressed alone, and every other at its own press",
      ],
      "src/client/build/earlier-assets.test.ts": [
        "keeps the scripts of a build two days from the next build on, however long it was served before",
      ],
      "src/server/pages/built-renderer.test.ts": [
        "goes on from the build that it was started with while another one takes its place",
      ],
    },
  },
  {
    id: "F17",
    says: "sign-in works without it; kill-switch version",
    source: "service worker broken or stale",
    provenBy: {
      "tests/e2e/new-version.spec.ts": [
        "keeps nobody from signing in: one that is …",
        "leaves when it is switched off, with what it kept",
      ],
    },
  },
  {
    id: "F18",
    says: "back to sign-in with the message, returnUrl kept, wizard restarts without half-set factor",
    source: "session ends in mid-wizard",
    provenBy: {
      "tests/e2e/time-outs.spec.ts": [
        "What ended half-way … leads to the sign-in page, which says so once and keeps the name",
      ],
      "tests/e2e/second-factor.spec.ts": [
        "whose attempt is gone leads back to sign-in with the reason, and on from there",
      ],
      "tests/api/two-factor-setup.test.ts": [
        "it is forgotten after half an hour, whatever is chosen meanwhile",
        "nothing is active, and a restarted server goes on at the same step with the same codes",
      ],
    },
  },
  {
    id: "F19",
    says: "clear message, no loop",
    source: "cookies blocked, storage blocked, third-party frames",
    provenBy: {
      "src/client/page/colour-scheme.test.ts": ["works where storage is blocked"],
      "tests/e2e/safety.spec.ts": [
        "A page within another site's page is not shown",
        "a sign-in ends with words on the same page, not in a circle",
        "the sign-in page says that cookies are needed, … script",
      ],
    },
  },
  {
    id: "F20",
    says: "413/415/400, memory flat",
    source: "huge body, 100,000 keys, depth 20,000, gzip bomb",
    provenBy: {
      "tests/api/bad-input.test.ts": [
        "refuses a body of …",
        "refuses a compressed body and a body of a length that is not its own",
      ],
      "tests/faults/load.test.ts": [
        "bodies that are far too large are refused while the memory stays as it is",
      ],
    },
  },
  {
    id: "F21",
    says: "visitors under 200 ms, idlers gone in 20 s",
    source: "slow senders (300 heads, 300 bodies)",
    provenBy: {
      "tests/api/http.test.ts": ["are hung up on where they are many: …"],
      "tests/faults/load.test.ts": ["keep no visitor waiting, and are gone within twenty seconds"],
    },
  },
  {
    id: "F22",
    says: "400, connection closed when unsure",
    source: "malformed JSON and HTTP",
    provenBy: {
      "tests/api/bad-input.test.ts": ["refuses a body of …"],
      "tests/api/http.test.ts": [
        "… is answered cleanly and the connection closed",
        "with two Host headers is refused",
      ],
    },
  },
  {
    id: "F23",
    says: "400 or correct display, isolated direction",
    source: "Unicode, IDN, RTL override, 1 MB fields",
    provenBy: {
      "tests/api/bad-input.test.ts": ["every field of every body survives every hostile text"],
      "src/client/entry-server.test.ts": [
        "keeps a Latin name whole on a page that is written from right to left",
      ],
      "src/server/delivery/write-mail.test.ts": ["stays within its line and its direction, and is no code"],
    },
  },
  {
    id: "F24",
    says: "no 5xx, p99 < 2 s, memory back after",
    source: "10,000 view calls at once",
    provenBy: {
      "tests/faults/load.test.ts": ["are all answered, and leave no memory behind"],
    },
    open: "the p99: `npm run test:faults` tells it and does not judge how fast a machine is",
  },
  {
    id: "F25",
    says: "hashes bounded, view calls p95 < 200 ms, surplus 503 with Retry-After",
    source: "500 sign-ins at once",
    provenBy: {
      "src/server/passwords/password-hash.test.ts": [
        "many passwords at once are computed as many at a time as the settings say, in turn",
        "many passwords at once are refused where too many wait, a second later, so that who asks again at once takes no core from them",
      ],
      "tests/api/faults.test.ts": [
        "that passes by itself answers 503 and when to come back, and spends none of the person's tries",
      ],
      "tests/faults/load.test.ts": [
        "are checked a few at a time or told when to come back, while pages go on",
      ],
    },
    open: "the p95: `npm run test:faults` tells it and does not judge how fast a machine is",
  },
  {
    id: "F26",
    says: "exactly one success per code, one lock count, one migration",
    source: "two servers, one store",
    provenBy: {
      "tests/api/several-servers.test.ts": [
        "take a code of the second step by … once",
        "share one budget of guesses",
        "trade a state once between them",
        "end a session for both",
      ],
      "src/server/store/store.test.ts": ["is migrated once by processes that start at once"],
    },
  },
  {
    id: "F27",
    says: "old tokens valid until expiry, new ones signed; refusal to start without keys",
    source: "signing key or captcha secret missing or rotated",
    provenBy: {
      "tests/api/oidc-provider.test.ts": [
        "renews worn-out signing keys without a restart: published first, then used; old ID tokens stay hints",
      ],
      "src/server/settings/settings.test.ts": ["need a key and the public address in production"],
      "tests/api/start.test.ts": [
        "names it: another key",
        "naming the variables of secrets that are not set",
      ],
      "src/server/oidc/signing-keys.test.ts": [
        "takes an outlived key out of sight, but never the active one",
      ],
    },
  },
  {
    id: "F28",
    says: "500 problem answer, one report, process state safe or restarted; no fail-open",
    source: "uncaught exception, rejected promise in a handler",
    provenBy: {
      "tests/api/faults.test.ts": [
        "that nobody foresaw answers 500 with a support code and no detail; the log has it all",
        "answers a call whose handler breaks its contract as a fault",
      ],
      "tests/api/report-error.test.ts": ["counts an error of ours, which the log has already"],
      "tests/faults/start-and-stop.test.ts": [
        "that meets an error which no request waits for reports it once, answers what is under way and ends",
      ],
    },
  },
  {
    id: "F29",
    says: "further ones are hung up on at once; everybody is answered again once they are gone",
    source: "more connections than files may be open",
    provenBy: {
      "tests/faults/processes.test.ts": [
        "are hung up on, and once they are gone everybody is answered as before",
      ],
    },
  },
];
