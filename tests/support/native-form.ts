import { nativeFields } from "../../src/shared/constants.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { pageStateId } from "../../src/shared/page-state.ts";
import type { TestAnswer, TestClient } from "./test-client.ts";

/** The state that a page answer carries; undefined where the answer is no screen. */
export function pageStateOf({ text }: TestAnswer): PageState | undefined {
  const json = new RegExp(`<script[^>]* id="${pageStateId}"[^>]*>(.*?)</script>`).exec(text)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

/** Posts a form as a browser does whose script has not arrived: urlencoded, with the token of a page of ours. */
export async function postForm(
  browser: TestClient,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const token = pageStateOf(await browser.send("/account/login"))?.token ?? "";
  const sent = typeof fields === "string" ? fields : { [nativeFields.token]: token, ...fields };
  return sendForm(browser, path, sent, headers);
}

/** Posts it with no other token than its fields have, and with the cookies of now. */
export function sendForm(
  browser: TestClient,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return browser.send(path, {
    method: "POST",
    headers: {
      accept: "text/html",
      origin: "http://localhost:5400",
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  });
}
