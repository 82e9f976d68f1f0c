import type { MailKind } from './mail-kinds.ts'

/** Browsers that one person may have pushes on. */
export const mostPushDevices = 20

/** A push that could not be delivered by then is of no use any more. */
export const pushSeconds = 24 * 3_600

/** What a push says of each kind. A locked screen shows it to everyone: no sum, no address and no name. */
const words: Readonly<Record<MailKind, string>> = {
  vote: 'You are asked to vote.',
  sign: 'You are asked to sign.',
  outcome: 'A vote has closed.',
  members: 'Someone joined or left.',
  pay: 'You are asked to pay.',
  offer: 'Arcs are offered.',
  offer_result: 'There is news of an offer of arcs.',
  paid_out: 'Something was paid out to you.',
  month: 'A month waits for your confirmation.',
  place: 'A place came free.',
  mention: 'Someone mentions you.',
  question: 'There is a new question or answer.',
  where_to_pay: 'Where to pay changed in your circle.',
  search: 'There is a new circle like your saved search.',
}

/** The title in place of a circle's: there is none, or it may tell an amount. */
const otherTitle = 'Arcstead'
const longestTitle = 100

/** A currency sign, digits in groups of three, five digits in a row, or digits before a word for money. Any digits, also full-width ones. */
const amount =
  /\p{Sc}|\p{Nd}[.,'’\s]\p{Nd}{3}(?!\p{Nd})|\p{Nd}{5}|\p{Nd}\s*(?:k|m|bn?|mio|thousand|million|billion|usd|eur|dollars?|bucks)\b/iu

export type PushWords = { readonly title: string; readonly body: string }

/** The words of a push: the circle and the kind. Owners choose titles, so one that looks like an amount is left out. */
export function pushWords(kind: MailKind, circleTitle: string | null): PushWords {
  const title = circleTitle?.trim() ?? ''
  const isNamed = title !== '' && !amount.test(title)
  return { title: isNamed ? title.slice(0, longestTitle) : otherTitle, body: words[kind] }
}
