/** How many pictures a property may have. */
export const mostPictures = 12

export const tooManyPictures = `Please use at most ${mostPictures} pictures`
export const pictureTwice = 'Please add each picture only once'
export const otherFirstPicture = 'The listing picture has to be the first of the pictures'

export const hasPictureTwice = (keys: readonly string[]): boolean => new Set(keys).size < keys.length

/**
 * The pictures after a request that names only the listing picture, as clients do that know a single one. A picture of the list comes to
 * the front, a new one takes the place of the first, and none removes all: otherwise the next one would become the listing picture.
 */
export function withListingPicture(pictures: readonly string[], key: string | null): readonly string[] {
  if (key === null) return []
  if (key === pictures[0]) return pictures
  return pictures.includes(key) ? [key, ...pictures.filter((each) => each !== key)] : [key, ...pictures.slice(1)]
}
