import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { render } from "../../src/client/entry-server.tsx";
import { antiForgeryCookie } from "../../src/shared/constants.ts";
import { onSqlite } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const renderer = { ...stubRenderer, render };

onSqlite((database) => {
  const server = suiteServer(database, { renderer });

  /** A page as a new browser gets it; what differs each time is left out of its text. */
  const pageOf = async (headers: Record<string, string>, uid = "") => {
    const returnUrl = uid && `?returnUrl=${encodeURIComponent(uid)}`;
    const url = `/account/login${returnUrl}`;
    const answer = await server().app.inject({ url, headers: { accept: "text/html", ...headers } });
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(answer.headers["content-security-policy"])) ?? [];
    const token = answer.cookies.find(({ name }) => name === antiForgeryCookie)?.value ?? "";
    const { rawPayload: bytes } = answer;
    const encoding = answer.headers["content-encoding"];
    const whole = (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString();
    expect(whole.split(nonce).length - 1).toBe(whole.match(/ nonce="/g)?.length);
    expect(whole).toContain(`"token":"${token}","values"`);
    expect(whole).toContain(`"returnUrl":"${uid || "/"}"`);
    expect(answer.headers.vary).toContain("accept-encoding");
    const text = whole
      .replaceAll(nonce, "a nonce")
      .replaceAll(token, "a token")
      .replaceAll(uid.slice(uid.lastIndexOf("/") + 1) || "no request", "a request");
    return { bytes, encoding, text, nonce };
  };

  /** Asks for the same page plain and compressed, until it is compressed for good. */
  const comparePages = async (headers: Record<string, string>, newRequest = async () => "") => {
    const plain = await pageOf(headers, await newRequest());
    expect(plain.encoding).toBeUndefined();
    const ask = async () => {
      const one = await pageOf(
        { ...headers, "accept-encoding": "gzip, deflate, br, zstd" },
        await newRequest(),
      );
      expect([one.encoding, one.text]).toEqual(["br", plain.text]);
      return one;
    };
    const first = await ask();
    let kept = await ask();
    // There the nonce stands as it is.
    while (!kept.bytes.includes(kept.nonce)) kept = await ask();
    const another = await ask();
    expect(another.bytes.length).toBe(kept.bytes.length);
    expect(kept.bytes.length).toBeLessThan(first.bytes.length);
    expect(another.nonce).not.toBe(kept.nonce);
    return plain.text;
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
      for (const language of partner?.availableLanguages ?? [])
        expect(await comparePages({ host, "accept-language": language })).toContain(
          `<html lang="${language}"`,
        );
  });

  it("are the same for everybody whom an application sends, but for the request", async () => {
    const newRequest = () => server().addRequest();
    for (const language of ["en-GB", "ar"])
      expect(await comparePages({ "accept-language": language }, newRequest)).toContain("Northwind Payroll");
  });

  it("bring all texts compressed too, and plain to who accepts nothing", async () => {
    const { catalogueHash } = server().services.config();
    const url = `/catalogues/default/de.${catalogueHash("default", "de")}.json`;
    const ask = (accepted: string) => server().app.inject({ url, headers: { "accept-encoding": accepted } });
    const [plain, compressed] = [await ask("identity"), await ask("gzip, br")];
    expect([plain.headers["content-encoding"], compressed.headers["content-encoding"]]).toEqual([
      undefined,
      "br",
    ]);
    for (const { headers } of [plain, compressed]) {
      expect(headers.vary).toContain("accept-encoding");
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    }
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(plain.json()["shell.signOut"]).toBe("Abmelden");
    expect(compressed.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length);
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
