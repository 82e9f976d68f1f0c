/** Whatever is read of one's notices begins with this: it changes when the server tells of a new one. */
export const noticesKey = ['notices'] as const
