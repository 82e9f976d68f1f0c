/** What is wrong with one field, with the message shown under it. */
export type FieldProblem = { readonly field: string; readonly message: string }

/** The message for an empty field. */
export const fillIn = 'Please fill in this field'

/** The message for a text that is too long. */
export const tooLong = (longest: number): string => `Please use at most ${longest} characters`

/** The message for a field whose rule has none. */
export const invalidInput = 'Invalid input'

/** One problem or none, to spread into a list. */
export const problem = (field: string, message: string | undefined): FieldProblem[] => (message === undefined ? [] : [{ field, message }])
