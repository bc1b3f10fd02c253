import { userInfo } from "node:os";

/** Where the tests look for a PostgreSQL in which they may make databases. Apart from what finds a Chromium: loading that took each test file a second. */
export const postgresUrl =
  process.env.TEST_POSTGRES_URL ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
