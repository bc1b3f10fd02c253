/** Somebody whom the demo vendor knows. */
export interface VendorPerson {
  /** Subject, also the name of the button. */
  sub: string;
  name: string;
  email: string;
  /** Their user name at Vestibule, as the portal knows it; none: they cannot be invited. */
  account?: string;
  /** What the pages say about them. */
  situation: string;
}

/** Everybody whom the demo vendor vouches for; what they have at Vestibule stands in `vendor-personas.ts`. */
export const people: readonly VendorPerson[] = [
  {
    sub: "lena",
    name: "Lena Linked",
    email: "lena.linked@contoso.example",
    account: "lena.linked",
    situation: "linked to an account at Vestibule",
  },
  {
    sub: "uwe",
    name: "Uwe Unlinked",
    email: "uwe.unlinked@contoso.example",
    account: "uwe.unlinked",
    situation: "has an account at Vestibule that is not linked yet",
  },
  {
    sub: "wanda",
    name: "Wanda Waiting",
    email: "wanda.waiting@contoso.example",
    account: "wanda.waiting",
    situation: "was invited by mail to link her account",
  },
  {
    sub: "stan",
    name: "Stan Stranger",
    email: "stan.stranger@contoso.example",
    situation: "has no account at Vestibule",
  },
];

/** The person of a subject. `uwe.7f` is somebody in the situation of uwe, with an address and account of their own. */
export function personOf(sub: string | null | undefined): VendorPerson | undefined {
  const [like, own] = sub?.split(".") ?? [];
  const person = people.find((one) => one.sub === like);
  if (person === undefined || own === undefined) return person;
  const { email, account } = person;
  return {
    ...person,
    sub: `${like}.${own}`,
    email: email.replace("@", `.${own}@`),
    ...(account && { account: `${account}.${own}` }),
  };
}
