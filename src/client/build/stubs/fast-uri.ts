// rjsf resolves references with it; compiled schemas have none left.
export default {
  equal: (one: string, other: string): boolean => one === other,
  resolve: (_base: string, reference: string): string => reference,
};
