import type { Migration } from "kysely/migration";
import { auditTrail } from "./migrations/audit-trail.ts";
import { contact } from "./migrations/contact.ts";
import { firstSchema } from "./migrations/first-schema.ts";
import { foldAnew } from "./migrations/fold-anew.ts";
import { foldUsernames } from "./migrations/fold-usernames.ts";
import { heldMessages } from "./migrations/held-messages.ts";
import { narrowIndices } from "./migrations/narrow-indices.ts";
import { newBrowsers } from "./migrations/new-browsers.ts";
import { operations } from "./migrations/operations.ts";
import { sealedRequests } from "./migrations/sealed-requests.ts";
import { skippedSteps } from "./migrations/skipped-steps.ts";
import { sparseIndices } from "./migrations/sparse-indices.ts";
import { strictCustomers } from "./migrations/strict-customers.ts";
import { unusedIndex } from "./migrations/unused-index.ts";
import { waitingAddresses } from "./migrations/waiting-addresses.ts";
import { waysIn } from "./migrations/ways-in.ts";
import { waysOut } from "./migrations/ways-out.ts";
import type { DatabaseKind } from "./tables.ts";

/**
 * Every change of the schema, oldest first by name. A released one is never edited: add the next number. They
 * run on both databases, and from 007 on only add, but for indices: while processes are renewed, the version before still reads and writes.
 */
export function migrations(kind: DatabaseKind): Record<string, Migration> {
  return {
    "001-first-schema": { up: (db) => firstSchema(db, kind) },
    "002-ways-in": { up: (db) => waysIn(db, kind) },
    "003-ways-out": { up: (db) => waysOut(db, kind) },
    "004-operations": { up: (db) => operations(db, kind) },
    "005-contact": { up: (db) => contact(db, kind) },
    "006-audit-trail": { up: auditTrail },
    "007-fold-anew": { up: foldAnew },
    "008-fold-pairs": { up: foldAnew },
    "009-strict-customers": { up: strictCustomers },
    "010-sealed-requests": { up: sealedRequests },
    "011-sparse-indices": { up: sparseIndices },
    "012-held-messages": { up: heldMessages },
    "013-narrow-indices": { up: narrowIndices },
    "014-waiting-addresses": { up: waitingAddresses },
    "015-skipped-steps": { up: skippedSteps },
    "016-fold-scripts": { up: foldAnew },
    "017-fold-usernames": { up: foldUsernames },
    "018-new-browsers": { up: newBrowsers },
    "019-unused-index": { up: unusedIndex },
    "020-fold-marks": { up: foldAnew },
  };
}
