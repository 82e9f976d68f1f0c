/** The notice period before a vote closes; demo mode may shorten it. */
export const defaultNoticeSeconds = 24 * 60 * 60

/** How long before closing members without a vote are reminded. */
export const reminderHours = 24

/** The same in notice periods, so that demo mode shortens both. */
export const reminderNotices = (reminderHours * 60 * 60) / defaultNoticeSeconds

/** How long before closing the reminder is sent where the notice period is `noticeSeconds`. */
export const reminderSeconds = (noticeSeconds: number): number => reminderNotices * noticeSeconds

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** The period in words: "one day", "90 seconds". */
export function durationWords(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? (['second', 1] as const)
  const count = seconds / length
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** The period after an article: "a day", "an hour", "90 seconds". */
export const periodWords = (seconds: number): string =>
  durationWords(seconds)
    .replace(/^one (?=hour)/, 'an ')
    .replace(/^one /, 'a ')

/** "a day": how long before closing the reminder is sent. */
export const reminderWords = periodWords(reminderHours * 60 * 60)

/** What a closing date means, where one is set. The notice period and the time of the reminder are two settings. */
export const closingDateHint = (noticeSeconds: number, reminderBefore = reminderSeconds(noticeSeconds)): string =>
  `By your own clock, at least ${durationWords(noticeSeconds)} ahead. The outcome freezes then; only arcs held for ${durationWords(noticeSeconds)} by then count. Members who have not voted are reminded ${durationWords(reminderBefore)} before.`

/** Why a vote may not close at this time; null if it may. Times in milliseconds. */
export function closingProblem(closesAt: number, now: number, noticeSeconds: number): string | null {
  if (closesAt <= now) return 'Choose a moment in the future'
  if (closesAt < now + noticeSeconds * 1_000)
    return `Choose a moment at least ${durationWords(noticeSeconds)} ahead, so that everyone has notice`
  return null
}
