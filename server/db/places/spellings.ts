// Letters that Unicode does not decompose.
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }

// Straight, curly and backward quotes, primes, standalone accents, and the Hawaiian okina.
const apostrophes = /['’‘ʼʻ`´′‵＇]/gu

/**
 * The form in which names are compared: lower case, no accents, no punctuation, single spaces. Apostrophes are removed, or replaced by
 * `gap`.
 */
export function foldName(text: string, gap: '' | ' ' = ''): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replace(apostrophes, gap)
    .replaceAll('.', '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const pairs = (
  [
    ['saint', 'st'],
    ['sainte', 'ste'],
    ['fort', 'ft'],
    ['mount', 'mt'],
  ] as const
).map(([long, short]) => ({
  long,
  short,
  longWord: new RegExp(`(^| )${long}(?= )`, 'g'),
  shortWord: new RegExp(`(^| )${short}(?= )`, 'g'),
}))

/** The name with "Saint", "Fort" and "Mount" written out, and abbreviated. */
const writtenBothWays = (name: string): string[] => [
  name,
  pairs.reduce((text, { longWord, short }) => text.replace(longWord, `$1${short}`), name),
  pairs.reduce((text, { shortWord, long }) => text.replace(shortWord, `$1${long}`), name),
]

type Spelled = {
  readonly city: string
  readonly state: string
  readonly stateCode: string
  readonly country: string
  readonly also: readonly string[]
}

type Spelling = { readonly name: string; readonly is_plain: boolean }

/** Every folded text under which a place is found, with and without its state: "portland", "portland or", "portland oregon". */
export function spellingsOf({ city, state, stateCode, country, also }: Spelled): Spelling[] {
  const folded = [city, ...also].flatMap((name) => [foldName(name), foldName(name, ' ')])
  const names = [...new Set(folded.flatMap(writtenBothWays))].filter((name) => name !== '')
  const places = [foldName(state), country === 'GB' ? 'uk' : foldName(stateCode)]
  return names.flatMap((name) => [{ name, is_plain: true }, ...places.map((place) => ({ name: `${name} ${place}`, is_plain: false }))])
}
