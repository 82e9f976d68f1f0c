export const longestPost = 2_000
/** The most posts in one answer. */
export const mostPosts = 100
export const longestReason = 280

/** What readers get of a post. A hidden one was taken from view by an administrator. */
export const postStates = ['shown', 'deleted', 'hidden'] as const
export type PostState = (typeof postStates)[number]

/** People may correct a post for this long; afterwards others may have acted on it. They may always delete it. */
export const editMinutes = 15

export const editableUntil = (writtenAt: Date): Date => new Date(writtenAt.getTime() + editMinutes * 60_000)

export const mayEdit = (writtenAt: Date, now: Date): boolean => now.getTime() < editableUntil(writtenAt).getTime()
