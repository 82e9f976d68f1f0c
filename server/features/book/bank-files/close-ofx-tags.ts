import { decodeEntities, requireModestTags } from './read-xml.ts'

const tags = /<(\/?)([A-Za-z][A-Za-z0-9_.-]*)\s*>/g
const escaped = (text: string): string => decodeEntities(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * OFX 1.x as XML. It is SGML: an element with a value has no end tag in most files and one in some, `&` may stand alone, and everything may be
 * on one line. An element without a value is closed at once unless the file closes others of its name. What is left open, because a part of the
 * file is missing, is left open here, too: `readXml` refuses it.
 */
export function closeOfxTags(text: string): string {
  requireModestTags(text)
  const found = [...text.matchAll(tags)]
  const closed = new Set(found.flatMap(([, slash, name = '']) => (slash ? [name.toUpperCase()] : [])))
  const parts: string[] = []
  let ended = ''
  for (const [index, match] of found.entries()) {
    const name = (match[2] ?? '').toUpperCase()
    const isEnd = match[1] !== ''
    const value = isEnd ? '' : text.slice(match.index + match[0].length, found[index + 1]?.index).trim()
    if (isEnd && name !== ended) parts.push(`</${name}>`)
    else if (value !== '' || (!isEnd && !closed.has(name))) parts.push(`<${name}>${escaped(value)}</${name}>`)
    else if (!isEnd) parts.push(`<${name}>`)
    ended = value === '' ? '' : name
  }
  return parts.join('')
}
