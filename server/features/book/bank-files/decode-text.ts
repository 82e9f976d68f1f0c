import { UnreadableBankFile } from './unreadable-bank-file.ts'

export type DecodedText = { readonly text: string; readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252' }

/** Null where the bytes are not valid in this encoding. */
function decoded(encoding: 'utf-8' | 'utf-16le' | 'utf-16be', bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The characters 0x80 to 0x9F; the others are those of Latin-1, which has controls here that no text uses. */
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** By a table, because `TextDecoder` of Node 20 reads windows-1252 as Latin-1. */
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => windowsCharacters[character.charCodeAt(0) - 0x80] ?? character)

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean => signature.every((byte, index) => bytes[index] === byte)

function decode(bytes: Uint8Array): DecodedText | null {
  for (const [encoding, ...mark] of [['utf-16le', 0xff, 0xfe] as const, ['utf-16be', 0xfe, 0xff] as const])
    if (startsWith(bytes, ...mark)) {
      const text = decoded(encoding, bytes)
      return text === null ? null : { text, encoding: 'utf-16' }
    }
  const text = decoded('utf-8', bytes)
  if (text !== null) return { text, encoding: 'utf-8' }
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' }
}

/** Some old programs end a text with it. */
const endOfFile = '\u001a'

/** Tabs and line ends are the only controls in text. */
function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && !(text[index] === endOfFile && index === text.length - 1))
      return true
  }
  return false
}

/**
 * Text of a bank's file. What a file says about its own encoding is not believed: bytes that are valid UTF-8 are UTF-8, others are CP1252.
 * Without a byte order mark UTF-16 has zero bytes and is refused, like every file that is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const found = decode(bytes)
  if (!found || hasControls(found.text)) throw new UnreadableBankFile({ reason: 'bank_file_not_text' })
  return { text: found.text.endsWith(endOfFile) ? found.text.slice(0, -1) : found.text, encoding: found.encoding }
}
