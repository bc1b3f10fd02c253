import type { PageState } from "../../src/shared/page-state.ts";
import { pageStateOf } from "./native-form.ts";
import type { TestClient } from "./test-client.ts";

/** The page that is shown to whoever opens an address; undefined: the way ends at an address of which `isEnd` says so. */
export async function openedPage(
  browser: TestClient,
  address: string,
  isEnd = (url: string) => url.startsWith("/connect/"),
): Promise<PageState | undefined> {
  let url = address;
  for (let hops = 0; hops < 10; hops++) {
    if (isEnd(url)) return undefined;
    const answer = await browser.send(url, { headers: { accept: "text/html" } });
    if (answer.headers.location === undefined) return pageStateOf(answer);
    url = answer.headers.location;
  }
  throw new Error(`${address} leads in a circle`);
}
