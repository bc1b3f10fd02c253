import type { Customer } from "../store/customers.ts";
import { namedCustomers } from "./personas.ts";

const surnames =
  "Abbott Almeida Andersson Bauer Beaulieu Bianchi Brandt Carvalho Castillo Côté Dubois Eriksson Ferreira Fischer Fontaine Gagnon García Gauthier Hansen Hoffmann Iglesias Jansen Jørgensen Keller Kowalski Lachance Lefebvre Lindqvist López MacLeod Marchetti Meyer Moreau Nakamura Novák O’Brien Okafor Ortega Pelletier Petersen Quintana Richter Rossi Sánchez Schäfer Silva Tremblay Ueda Vargas Weiß Whitfield Yılmaz Zimmermann".split(
    " ",
  );
const trades = [
  "Bakery",
  "Bau",
  "Care Homes",
  "Consulting",
  "Électricité",
  "Engineering",
  "Foods",
  "Gartenbau",
  "Holding",
  "Hotels",
  "Logistics",
  "Metallbau",
  "Pharmacy",
  "Printing",
  "Reinigung",
  "Retail",
  "Schools",
  "Shipping",
  "Software",
  "Transports",
];
const forms = ["Ltd", "GmbH", "AG", "inc.", "S.L.", "KG", "plc", "ltée"];

/** How many customers a vendor sees at least. */
export const customerCount = 5200;

/** Every customer of the demo: the named ones, then plausible ones, each time the same. */
export function demoCustomers(): Customer[] {
  const named = namedCustomers.map(({ number, name }) => ({ id: customerId(number), number, name }));
  const generated = Array.from({ length: customerCount }, (_, index) => {
    const number = String(20_000 + index);
    return { id: customerId(number), number, name: nameOf(index) };
  });
  return [...named, ...generated];
}

/** Identifier of the customer of a number. */
export function customerId(number: string): string {
  return `customer-${number}`;
}

// Steps that share no factor with the lengths visit every combination before one comes again.
function nameOf(index: number): string {
  const surname = surnames[index % surnames.length];
  const trade = trades[(index * 7 + Math.floor(index / surnames.length)) % trades.length];
  const form = forms[(index * 3 + Math.floor(index / 100)) % forms.length];
  const partner = surnames[(index * 11 + 5) % surnames.length];
  return index % 4 === 0 ? `${surname} & ${partner} ${trade} ${form}` : `${surname} ${trade} ${form}`;
}
