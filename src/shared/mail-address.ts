const local = "[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?";

/** A mail address as people have them, in any letters on both sides (RFC 6531). */
export const mailAddress = new RegExp(`^${local}@${label}(?:\\.${label})*$`, "u");
