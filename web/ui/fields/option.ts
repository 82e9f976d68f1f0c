export type Option = { readonly value: string; readonly text: string }
