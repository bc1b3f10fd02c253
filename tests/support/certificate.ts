import { generateKeyPairSync, sign } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

/**
 * Trusts a certificate in this process, and gives back how to trust it no more: other files of tests have others of the same name, of which
 * a connection may find the wrong one.
 */
export function trust(cert: string): () => void {
  const authorities = getCACertificates("default");
  setDefaultCACertificates([...authorities, cert]);
  return () => setDefaultCACertificates(authorities);
}

/** A certificate for `localhost` that signs itself, good for a day, and its key; both PEM. */
export function selfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(0x30, der(0x31, der(0x30, oid.commonName, der(0x0c, Buffer.from("localhost")))));
  const day = 24 * 3_600_000;
  const valid = der(0x30, time(Date.now() - day), time(Date.now() + day));
  const authority = der(0x30, oid.basicConstraints, yes, der(0x04, der(0x30, yes)));
  const names = der(0x30, oid.alternativeName, der(0x04, der(0x30, der(0x82, Buffer.from("localhost")))));
  const algorithm = der(0x30, oid.ecdsaWithSha256);
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const extensions = der(0xa3, der(0x30, authority, names));
  const body = der(0x30, version, serial, algorithm, name, valid, name, spki, extensions);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const base64 = der(0x30, body, algorithm, signature).toString("base64");
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

/** Object identifiers, encoded (RFC 5280; RFC 5758). */
const oid = {
  commonName: Buffer.from("0603550403", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
  alternativeName: Buffer.from("0603551d11", "hex"),
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"),
};

const yes = Buffer.from("0101ff", "hex");

/** One value in DER: its tag, its length, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
