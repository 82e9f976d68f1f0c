/** Someone who has been away for long is left out of counts, so that a circle can go on without them. Periods in days of notice. */
export const silentDays = 60

/** After how many days without a request each of the two mails is sent that say what silence means. */
export const silenceWarningDays = [46, 53] as const

/** The second mail is sent at least this long after the first. */
export const betweenWarningsDays = 7

/** Times in milliseconds. */
export type Presence = {
  readonly lastRequestAt: number
  /** When the mails since the last request were sent, first to last. */
  readonly warnedAt: readonly number[]
  readonly isSuspended: boolean
}

const daysFrom = (start: number, days: number, noticeSeconds: number): number => start + days * noticeSeconds * 1_000

/** Mails of before the last request count no more: a request begins everything anew. */
const warningsSince = ({ lastRequestAt, warnedAt }: Presence): readonly number[] => warnedAt.filter((at) => at > lastRequestAt)

/** Whether a mail that says what silence means is to be sent now. */
export function isWarningDue(presence: Presence, now: number, noticeSeconds: number): boolean {
  if (presence.isSuspended) return false
  const warnings = warningsSince(presence)
  const after = silenceWarningDays[warnings.length]
  if (after === undefined || now < daysFrom(presence.lastRequestAt, after, noticeSeconds)) return false
  const last = warnings.at(-1)
  return last === undefined || now >= daysFrom(last, betweenWarningsDays, noticeSeconds)
}

/** No request for 60 days of notice, told twice what that means, and not suspended: a suspended person cannot make one. */
export const isSilentNow = (presence: Presence, now: number, noticeSeconds: number): boolean =>
  !presence.isSuspended &&
  warningsSince(presence).length >= silenceWarningDays.length &&
  now >= daysFrom(presence.lastRequestAt, silentDays, noticeSeconds)

/** How often a person's last request is stored at most: an hour where the period of notice is a day. */
export const presenceSeconds = (noticeSeconds: number): number => noticeSeconds / 24
