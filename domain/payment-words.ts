/** Of who sent a payment, if not the member. */
export const senderLength = 120

/**
 * How many other members must say that they have seen a payment before it counts without a line of the bank: two, or one where the payer has
 * only one other member. Who is alone needs nobody.
 */
export const wordsNeeded = (members: number): number => Math.max(0, Math.min(2, members - 1))

/** Whether a member's word on a payment counts: never on one's own, and once. */
export const mayGiveWord = (user: string, { payer, words }: { readonly payer: string; readonly words: readonly string[] }): boolean =>
  user !== payer && !words.includes(user)

/**
 * Who may confirm that money was sent back: its receiver, if someone else recorded it; otherwise any other member. Alone in a circle one
 * confirms it oneself.
 */
export function mayConfirmPaidBack(
  user: string,
  { receiver, recordedBy, members }: { readonly receiver: string; readonly recordedBy: string; readonly members: readonly string[] },
): boolean {
  if (members.length === 1) return members[0] === user
  if (user === recordedBy) return false
  return receiver === recordedBy || !members.includes(receiver) ? members.includes(user) : user === receiver
}

/**
 * Who may confirm that an entry is reversed that counted by another member's word: whose money it is, if someone else asked; otherwise any other
 * member. Never who asked.
 */
export const mayConfirmReversal = (
  user: string,
  { person, askedBy, members }: { readonly person: string; readonly askedBy: string; readonly members: readonly string[] },
): boolean => user !== askedBy && mayConfirmPaidBack(user, { receiver: person, recordedBy: askedBy, members })
