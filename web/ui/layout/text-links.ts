/** `at`: where in the text it begins. */
export type TextPart = { readonly at: number; readonly text: string; readonly href?: string }

/** Only what a browser opens as a page; a script or a file in a text stays a text. */
const link = /https?:\/\/[^\s<>"]+/gi

/** What ends a sentence does not belong to the address before it; a bracket does when it was opened in it. */
function trimmed(found: string): string {
  const cut = found.replace(/[.,;:!?'’”»*_]+$/, '')
  return cut.endsWith(')') && cut.split(')').length > cut.split('(').length ? trimmed(cut.slice(0, -1)) : cut
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A text cut into words and addresses. Put together again, the parts are the text. */
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
