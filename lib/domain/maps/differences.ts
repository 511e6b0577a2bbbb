/** Whole numbers as what each has more than the one before, the first more than 0: neighbours differ by little. */
export const differences = (values: readonly number[]): number[] =>
  values.map((value, i) => value - (values[i - 1] ?? 0));

/** The numbers of `differences`. */
export function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => sum += value);
}
