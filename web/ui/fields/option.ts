/** One entry of a list to choose from. */
export type Option = { readonly value: string; readonly text: string }
