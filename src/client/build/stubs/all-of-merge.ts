// rjsf merges allOf with it; the check (`form-keyword`) refuses forms that have one.
export default function shallowAllOfMerge(): never {
  throw new Error("A form's schema has no allOf");
}
