/** Where signed-urls.ts keeps them. A file of its own, because the first visit needs nothing else of them. */
export const signedUrlsKey = 'signedUrls'

/** URLs signed for one user must not be used by the next. */
export const removeSignedUrls = (): void => localStorage.removeItem(signedUrlsKey)
