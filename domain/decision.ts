/** A rule's answer: yes with a value, or no with a reason the person can act on. */
export type Decision<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason }

export const granted = <Value>(value: Value) => ({ ok: true, value }) as const
export const refused = <Reason extends string>(reason: Reason) => ({ ok: false, reason }) as const
