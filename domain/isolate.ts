/** Letters written from right to left (Hebrew, Arabic and others), and the mark of that direction. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Characters that change the direction of the text after them. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * A name or title inside a sentence. In Arabic or Hebrew it would swap places with a number beside it, so it is isolated: U+2068 and U+2069
 * are `<bdi>` for plain text. Directions that the name sets itself are removed, because they could end the isolation.
 */
export function isolate(name: string): string {
  const plain = name.replaceAll(directions, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
