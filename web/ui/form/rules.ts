/** What is wrong with one field, in the words shown under it. */
export type Problem = { readonly field: string; readonly message: string }

/** One rule of a form: it names a field and tells whether that field's value will do, given all the others. */
export type Rule<Values> = {
  [Field in keyof Values & string]: {
    readonly field: Field
    readonly isValid: (value: Values[Field], values: Values) => boolean
    readonly message?: string
  }
}[keyof Values & string]

const defaultMessage = 'Invalid input'

/** The problems that a list of rules finds, in the order of the rules. */
export const checkRules =
  <Values>(rules: readonly Rule<Values>[]) =>
  (values: Values): Problem[] =>
    rules
      .filter(({ field, isValid }) => !(isValid as (value: unknown, values: Values) => boolean)(values[field], values))
      .map(({ field, message = defaultMessage }) => ({ field, message }))
