/**
 * What everyone who signs agrees to, by version. A sentence that was once shown is never changed: a new one gets the next number, because
 * each signature keeps the number of what was read.
 */
export const consents = [
  {
    version: 1,
    text: 'I sign this document electronically and mean it as my signature. I can ask the circle for a paper copy, or sign on paper instead.',
  },
] as const

export const currentConsent = consents[consents.length - 1] ?? consents[0]

export const consentText = (version: number): string => consents.find((consent) => consent.version === version)?.text ?? ''

export const longestTypedName = 200

/** Without what does not make it another name: case, accents and spaces. */
const bare = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]+/gu, '')

/** Whether the typed name is the profile's, ignoring case, accents and spaces. */
export const isSameName = (typed: string, onProfile: string): boolean => bare(onProfile) !== '' && bare(typed) === bare(onProfile)
