/** Milliseconds, for sentences that take longer to read than the usual short confirmation. */
export const longToast = 5_000
/** For failures that the person has to act on. */
export const longestToast = 10_000
