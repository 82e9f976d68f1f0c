export const longestPost = 2_000
export const longestReason = 280

/** For so long people may correct or take back what they wrote; afterwards others may have acted on it. */
export const editMinutes = 15

export const editableUntil = (writtenAt: Date): Date => new Date(writtenAt.getTime() + editMinutes * 60_000)

export const mayEdit = (writtenAt: Date, now: Date): boolean => now.getTime() < editableUntil(writtenAt).getTime()
