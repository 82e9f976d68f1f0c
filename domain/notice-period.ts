/** The notice period before a vote closes; demo mode may shorten it. */
export const defaultNoticeSeconds = 24 * 60 * 60

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** The period in words: "one day", "90 seconds". */
export function noticeWords(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? (['second', 1] as const)
  const count = seconds / length
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** Why a vote may not close at this time; null if it may. Times in milliseconds. */
export function closingProblem(closesAt: number, now: number, noticeSeconds: number): string | null {
  if (closesAt <= now) return 'Choose a moment in the future'
  if (closesAt < now + noticeSeconds * 1_000)
    return `Choose a moment at least ${noticeWords(noticeSeconds)} ahead, so that everyone has notice`
  return null
}
