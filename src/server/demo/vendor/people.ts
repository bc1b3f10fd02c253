/** Somebody whom the demo vendor knows. */
export interface VendorPerson {
  /** Subject, also the name of the button. */
  sub: string;
  name: string;
  email: string;
  /** What the pages say about them. */
  situation: string;
}

/** Everybody whom the demo vendor vouches for; what they have at Vestibule stands in `vendor-personas.ts`. */
export const people: readonly VendorPerson[] = [
  {
    sub: "lena",
    name: "Lena Linked",
    email: "lena.linked@contoso.example",
    situation: "linked to an account at Vestibule",
  },
  {
    sub: "uwe",
    name: "Uwe Unlinked",
    email: "uwe.unlinked@contoso.example",
    situation: "has an account at Vestibule that is not linked yet",
  },
  {
    sub: "wanda",
    name: "Wanda Waiting",
    email: "wanda.waiting@contoso.example",
    situation: "was invited by mail to link her account",
  },
  {
    sub: "stan",
    name: "Stan Stranger",
    email: "stan.stranger@contoso.example",
    situation: "has no account at Vestibule",
  },
];

/** The person of a subject. */
export function personOf(sub: string | null | undefined): VendorPerson | undefined {
  return people.find((person) => person.sub === sub);
}
