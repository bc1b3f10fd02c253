import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { readBody } from "../read-body.ts";
import { invite } from "./invite.ts";
import { choicePage, nothingPage, portalPage, sendPage } from "./pages.ts";
import { people, personOf } from "./people.ts";
import { type DemoVendorOptions, demoProvider } from "./provider.ts";

const bodyLimit = 4096;

/** The demo's provider with its own pages: the choice of a person, and a portal that invites them. */
export function demoVendor(options: DemoVendorOptions): RequestListener {
  const provider = demoProvider(options);
  const library = provider.callback();

  const choose = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await provider.interactionDetails(request, response);
    if (request.method !== "POST") return sendPage(response, choicePage(people));
    const form = await readForm(request);
    const person = personOf(form.get("person"));
    const result =
      person === undefined
        ? { error: "access_denied", error_description: "the person refused" }
        : { login: { accountId: person.sub, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const portal = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const person = request.method === "POST" ? personOf((await readForm(request)).get("person")) : undefined;
    const sent = person && { person, link: await invite(options, person) };
    sendPage(response, portalPage(people, sent));
  };

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", options.issuer);
    try {
      if (pathname.startsWith("/interaction/")) await choose(request, response);
      else if (pathname === "/" || pathname === "/invite") await portal(request, response);
      else await library(request, response);
    } catch (error) {
      console.error("contoso:", error instanceof Error ? error.message : error);
      if (!response.headersSent)
        sendPage(response, nothingPage("This sign-in is over. Go back and begin again."), 400);
    }
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readBody(request, bodyLimit));
}
