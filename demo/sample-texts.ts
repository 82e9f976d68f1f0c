import type { Preference } from '#domain/choices.ts'

/** Reasons given with votes. */
export const reasons: Readonly<Record<Preference, readonly [string, ...string[]]>> = {
  invest: [
    'The rent on this street has held for ten years.',
    'Priced under the two that sold last spring.',
    'Roof and windows are done; nothing big for years.',
    'Walked past on Sunday: quiet, light, well kept.',
    'Fits our range with room for the closing costs.',
  ],
  watchList: [
    'I would like to see the survey first.',
    'Good house, but let us wait for the price to move.',
    'What would the insurance cost here?',
    'Fine for me at five percent less.',
  ],
  veto: ['The road behind it is to be widened.', 'Too much renovation for a group of our size.', 'The numbers do not work at this rate.'],
}

/** Questions in the threads; the answer has the same index in `answers`. */
export const questions: readonly string[] = [
  'Does anyone know how old the roof is?',
  'What are the property taxes for last year?',
  'Is the tenant staying, and until when?',
  'Has there been an inspection we could read?',
  'Would the seller include the appliances?',
]

export const answers: readonly string[] = [
  'Replaced in 2019, with a warranty of 25 years. The paperwork is with the listing.',
  'A little over one percent of the price; the county’s page has the exact figure.',
  'Yes, the lease runs to the end of next summer and they would like to renew.',
  'There is one from this spring. I have asked for a copy and will post what it says.',
  'They would, apart from the washer. It is in the disclosure.',
]
