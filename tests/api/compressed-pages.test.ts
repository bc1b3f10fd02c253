import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { colourSchemeScript, render } from "../../src/client/entry-server.tsx";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { onSqlite } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const renderer = { ...stubRenderer, render, headScript: async () => colourSchemeScript };

onSqlite((database) => {
  const server = suiteServer(database, { renderer });

  /** A page as a new browser gets it. */
  const pageOf = async (headers: Record<string, string>, url = "/account/login") => {
    const answer = await server().app.inject({ url, headers: { accept: "text/html", ...headers } });
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(answer.headers["content-security-policy"])) ?? [];
    const token = answer.cookies.find(({ name }) => name === antiForgeryCookie)?.value ?? "";
    const bytes = answer.rawPayload;
    const encoding = answer.headers["content-encoding"];
    const text = (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString();
    expect(text.split(nonce).length - 1).toBe(text.match(/ nonce="/g)?.length);
    expect(text).toContain(`"token":"${token}"`);
    expect(answer.headers.vary).toContain("accept-encoding");
    return { bytes, encoding, text: text.replaceAll(nonce, "a nonce").replaceAll(token, "a token"), nonce };
  };

  it("are the same for every language and partner, with a nonce and a token of their own", async () => {
    const { default: ofNobody, ...others } = server().services.config().partners;
    const hosts = [
      { host: "localhost:5400", partner: ofNobody },
      ...Object.values(others).flatMap((partner) =>
        partner.origins.map((origin) => ({ host: new URL(origin).host, partner })),
      ),
    ];
    for (const { host, partner } of hosts)
      for (const language of partner?.availableLanguages ?? []) {
        const headers = { host, "accept-language": language };
        const plain = await pageOf(headers);
        expect(plain.encoding).toBeUndefined();
        expect(plain.text).toContain(`<html lang="${language}"`);
        const compressed = { ...headers, "accept-encoding": "gzip, deflate, br, zstd" };
        const [first, ...others] = await Promise.all(Array.from({ length: 16 }, () => pageOf(compressed)));
        for (const one of [first, ...others]) expect([one?.encoding, one?.text]).toEqual(["br", plain.text]);
        // From now on only copies go out, in which the nonce stands as it is.
        let kept = await pageOf(compressed);
        while (!kept.bytes.includes(kept.nonce)) kept = await pageOf(compressed);
        const another = await pageOf(compressed);
        for (const one of [kept, another]) expect(one.text).toBe(plain.text);
        expect(another.bytes.length).toBe(kept.bytes.length);
        expect(kept.bytes.length).toBeLessThan(first?.bytes.length ?? 0);
        expect(another.nonce).not.toBe(kept.nonce);
      }
  });

  it.each(["gzip, deflate", "identity", "", "br;q=0", "gzip, br; q=0.000, *", "brotli", "x-br2"])(
    "are not compressed for who accepts %j",
    async (accepted) => {
      expect((await pageOf({ "accept-encoding": accepted })).encoding).toBeUndefined();
    },
  );

  it.each(["br", "br;q=0.1", "gzip;q=1, br;q=1.0"])("are compressed for who accepts %j", async (accepted) => {
    expect((await pageOf({ "accept-encoding": accepted })).encoding).toBe("br");
  });
});
