export const longestPost = 2_000
export const longestReason = 280

/** People may correct or delete a post for this long; afterwards others may have acted on it. */
export const editMinutes = 15

export const editableUntil = (writtenAt: Date): Date => new Date(writtenAt.getTime() + editMinutes * 60_000)

export const mayEdit = (writtenAt: Date, now: Date): boolean => now.getTime() < editableUntil(writtenAt).getTime()
