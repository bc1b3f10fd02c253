// rjsf merges allOf with it; compile-form.ts refuses schemas that have one.
export default function shallowAllOfMerge(): never {
  throw new Error("A form's schema has no allOf");
}
