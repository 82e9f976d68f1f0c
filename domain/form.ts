/** What is wrong with one field, in the words shown under it. */
export type FieldProblem = { readonly field: string; readonly message: string }

/** What a form says of a field whose rule has no words of its own. */
export const invalidInput = 'Invalid input'
