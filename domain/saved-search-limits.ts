/** So many searches a person may save. */
export const mostSavedSearches = 10
export const longestSearchAddress = 2_000
