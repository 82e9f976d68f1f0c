/** So many days of notice a passed motion to end the circle waits until nothing stands in the way. */
export const daysToEnd = 180

/** Why a circle did not end although a motion had passed. */
export const endingLapseWords = {
  not_in_time: `not within ${daysToEnd} days`,
  gathering: 'the circle went back to gathering',
} as const
export type EndingLapse = keyof typeof endingLapseWords
