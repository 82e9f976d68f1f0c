import { type Digest, defaultDigest } from './notices.ts'

/** Mails that are sent at once and that a person can switch off, by kind. All others are about the account and have no switch. */
export const mailKinds = [
  {
    value: 'vote',
    text: 'You are asked to vote',
    hint: 'Voting on a property has a date on which it closes, a motion was proposed, or your vote is missing.',
  },
  { value: 'sign', text: 'You are asked to sign', hint: 'Your signature on a document is asked for, or your word about one on paper.' },
  { value: 'outcome', text: 'The outcome of a vote', hint: 'A vote on a property or a motion has closed.' },
  { value: 'members', text: 'Someone joined or left your circle', hint: 'Only for circles that you own.' },
  { value: 'pay', text: 'You are asked to pay', hint: 'A call for money was opened in your circle, or your part of it is still open.' },
  {
    value: 'offer',
    text: 'Arcs are offered',
    hint: 'A member of your circle hands on arcs, or they are open to others while you wait or are invited.',
  },
  { value: 'offer_result', text: 'The result of an offer of arcs', hint: 'Sealed bids were opened, or arcs were handed on.' },
  {
    value: 'paid_out',
    text: 'Something was paid out to you',
    hint: 'A distribution was posted in your circle, and you receive a part of it.',
  },
  {
    value: 'month',
    text: 'A month waits for your confirmation',
    hint: 'The book of your circle agrees with the bank, and you may confirm it.',
  },
  { value: 'place', text: 'A place came free', hint: 'In a circle for which you are on the waiting list.' },
  { value: 'mention', text: 'Someone mentions you', hint: 'In a conversation or discussion of your circles.' },
  { value: 'question', text: 'Questions and answers', hint: 'Someone asks about a circle that you own, or your question was answered.' },
  {
    value: 'where_to_pay',
    text: 'Where to pay changed',
    hint: 'Account details were named, confirmed or stopped in your circle. The details themselves are in no mail.',
  },
  { value: 'search', text: 'New circles like your saved searches', hint: 'At most once a day.' },
] as const
export type MailKind = (typeof mailKinds)[number]['value']
export const mailKindValues = mailKinds.map(({ value }) => value)

/** The digest has a setting of its own, but its link stops it as the others stop theirs. */
export const unsubscribableKinds = [...mailKindValues, 'digest'] as const
export type UnsubscribableKind = (typeof unsubscribableKinds)[number]

/** What a person has chosen; each kind of mails is on until it is switched off. */
export type MailChoices = { readonly digest: Digest; readonly mails: Readonly<Record<MailKind, boolean>> }

export const mailChoices = (row: { readonly digest: string; readonly mails_off: readonly string[] } | undefined): MailChoices => {
  const isOn = (kind: MailKind) => !row?.mails_off.includes(kind)
  return {
    digest: (row?.digest ?? defaultDigest) as Digest,
    mails: Object.fromEntries(mailKindValues.map((kind) => [kind, isOn(kind)])) as Record<MailKind, boolean>,
  }
}

/** How the page that a mail's link opens names the mails. */
export const unsubscribeWords: Readonly<Record<UnsubscribableKind, string>> = {
  vote: 'mails that ask you to vote',
  sign: 'mails that ask you to sign',
  outcome: 'mails about the outcome of votes',
  members: 'mails about who joined or left your circles',
  pay: 'mails that ask you to pay',
  offer: 'mails about arcs that are offered',
  offer_result: 'mails about the result of offers of arcs',
  paid_out: 'mails about what is paid out to you',
  month: 'mails about months that wait for your confirmation',
  place: 'mails about places that came free',
  mention: 'mails about mentions of you',
  question: 'mails about questions and answers',
  where_to_pay: 'mails about changes of where to pay',
  search: 'mails about new circles like your saved searches',
  digest: 'the digest of what you have not read',
}
