/** `at`: the position in the text. */
type TextPart = { readonly at: number; readonly text: string; readonly href?: string }

/** Only http and https addresses; javascript: and file: addresses stay text. */
const link = /https?:\/\/[^\s<>"]+/gi

/** Trailing punctuation is not part of the address; a closing bracket is, if the address contains the opening one. */
function trimmed(found: string): string {
  const cut = found.replace(/[.,;:!?'’”»*_]+$/, '')
  return cut.endsWith(')') && cut.split(')').length > cut.split('(').length ? trimmed(cut.slice(0, -1)) : cut
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Splits a text into plain parts and addresses. The parts joined together are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(link)) {
    const href = trimmed(found)
    if (!isAddress(href)) continue
    if (index > end) parts.push({ at: end, text: text.slice(end, index) })
    parts.push({ at: index, text: href, href })
    end = index + href.length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) })
  return parts
}
