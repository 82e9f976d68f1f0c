import { type Digest, defaultDigest } from './notices.ts'

/** Mails that are sent at once and that a person can switch off, by kind. All others are about the account and have no switch. */
export const mailKinds = [
  { value: 'vote', text: 'You are asked to vote', hint: 'A vote has a closing date, a motion was proposed, or your vote is missing.' },
  { value: 'outcome', text: 'The outcome of a vote', hint: 'A vote on a property or a motion has closed.' },
  { value: 'members', text: 'Someone joined or left your circle', hint: 'Only for circles that you own.' },
  { value: 'place', text: 'A place came free', hint: 'In a circle for which you are on the waiting list.' },
] as const
export type MailKind = (typeof mailKinds)[number]['value']
export const mailKindValues = ['vote', 'outcome', 'members', 'place'] as const satisfies readonly MailKind[]

/** The digest has a setting of its own, but its link stops it as the others stop theirs. */
export const unsubscribableKinds = [...mailKindValues, 'digest'] as const
export type UnsubscribableKind = (typeof unsubscribableKinds)[number]

/** What a person has chosen; each kind of mails is on until it is switched off. */
export type MailChoices = { readonly digest: Digest; readonly mails: Readonly<Record<MailKind, boolean>> }

export const mailChoices = (row: { readonly digest: string; readonly mails_off: readonly string[] } | undefined): MailChoices => {
  const isOn = (kind: MailKind) => !row?.mails_off.includes(kind)
  return {
    digest: (row?.digest ?? defaultDigest) as Digest,
    mails: { vote: isOn('vote'), outcome: isOn('outcome'), members: isOn('members'), place: isOn('place') },
  }
}

/** How the page that a mail's link opens names the mails. */
export const unsubscribeWords: Readonly<Record<UnsubscribableKind, string>> = {
  vote: 'mails that ask you to vote',
  outcome: 'mails about the outcome of votes',
  members: 'mails about who joined or left your circles',
  place: 'mails about places that came free',
  digest: 'the digest of what you have not read',
}
