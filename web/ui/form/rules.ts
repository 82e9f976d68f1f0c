/** The message under one field. */
export type Problem = { readonly field: string; readonly message: string }

/** A validation rule for one field, given all values. */
type Rule<Values> = {
  [Field in keyof Values & string]: {
    readonly field: Field
    readonly isValid: (value: Values[Field], values: Values) => boolean
    readonly message?: string
  }
}[keyof Values & string]

const defaultMessage = 'Invalid input'

/** Failed rules as problems, in the order of the rules. */
export const checkRules =
  <Values>(rules: readonly Rule<Values>[]) =>
  (values: Values): Problem[] =>
    rules
      .filter(({ field, isValid }) => !(isValid as (value: unknown, values: Values) => boolean)(values[field], values))
      .map(({ field, message = defaultMessage }) => ({ field, message }))
