const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)

export const quantile = (values: readonly number[], part: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const percent = (part: number): string => `${(100 * part).toFixed(1)} %`
