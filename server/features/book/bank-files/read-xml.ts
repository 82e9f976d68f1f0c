import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** One element of a file; names without their prefixes. */
export type XmlElement = {
  readonly name: string
  readonly text: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
}

/** Statements have about twelve levels. */
const mostLevels = 40
/** A statement of 10 MB has about 400,000, two for each element. */
const mostTags = 500_000
/** From one tag to the next. The parser adds up texts and attributes one character at a time, which costs 200 bytes of memory for each. */
const longestGap = 20_000

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** What `&amp;`, `&#38;` and `&#x26;` stand for. Nothing else is: a file cannot define entities. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (written, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named.get(name.toLowerCase()) ?? written
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
        const isCharacter =
          code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
        return isCharacter ? String.fromCodePoint(code) : written
      })
    : text

const cdata = '#cdata'
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: cdata,
  maxNestedTags: mostLevels,
  jPath: false,
})

/** What the parser gives for an element: one property with its name and its children, and its attributes. */
type Parsed = Readonly<Record<string, unknown>>
const isParsed = (value: unknown): value is Parsed => typeof value === 'object' && value !== null
const listOf = (value: unknown): readonly Parsed[] => (Array.isArray(value) ? value.filter(isParsed) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function elementOf(parsed: Parsed): XmlElement | null {
  const name = Object.keys(parsed).find((key) => key !== ':@')
  if (name === undefined || name === '#text' || name === cdata) return null
  const inside = listOf(parsed[name])
  const marked = parsed[':@']
  const attributes = isParsed(marked) ? Object.entries(marked).map(([key, value]) => [key, decodeEntities(textOf(value))] as const) : []
  const text = inside.map(
    (part) =>
      decodeEntities(textOf(part['#text'])) +
      listOf(part[cdata])
        .map((each) => textOf(each['#text']))
        .join(''),
  )
  return { name, text: text.join('').trim(), attributes: new Map(attributes), children: inside.flatMap((part) => elementOf(part) ?? []) }
}

/** Refuses what would take too much time or memory, before anything is built. */
export function requireModestTags(text: string): void {
  let tags = 0
  let last = 0
  let longest = 0
  for (let from = text.indexOf('<'); from >= 0 && tags <= mostTags; from = text.indexOf('<', from + 1)) {
    tags++
    longest = Math.max(longest, from - last)
    last = from
  }
  if (tags > mostTags || Math.max(longest, text.length - last) > longestGap) throw new UnreadableBankFile({ reason: 'bank_file_unsafe' })
}

/**
 * The outermost elements of an XML text. Definitions (entities, document types), deep nesting and what would take too much memory are refused before anything is
 * built; so is a text whose tags don't close each other, because part of a statement must not pass for the whole.
 */
export function readXml(text: string): readonly XmlElement[] {
  requireModestTags(text)
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) throw new UnreadableBankFile({ reason: 'bank_file_unsafe' })
  try {
    if (XMLValidator.validate(text, { allowBooleanAttributes: true }) !== true)
      throw new UnreadableBankFile({ reason: 'bank_file_broken', row: null })
    return listOf(parser.parse(text)).flatMap((each) => elementOf(each) ?? [])
  } catch (error) {
    if (error instanceof UnreadableBankFile) throw error
    // The parser throws on nesting, on names like `constructor`, and on what it cannot read.
    const isNested = error instanceof Error && /nested|SECURITY/.test(error.message)
    throw new UnreadableBankFile(isNested ? { reason: 'bank_file_unsafe' } : { reason: 'bank_file_broken', row: null })
  }
}

export const childrenOf = (element: XmlElement | null | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element on a path: `childOf(entry, 'BookgDt', 'Dt')`. */
export function childOf(element: XmlElement | null | undefined, ...names: readonly string[]): XmlElement | null {
  let found = element ?? null
  for (const name of names) found = found?.children.find((child) => child.name === name) ?? null
  return found
}

/** Its text, or null where it is missing or empty. */
export const textAt = (element: XmlElement | null | undefined, ...names: readonly string[]): string | null =>
  childOf(element, ...names)?.text || null

/** All elements of a name, at any depth but not within each other, in their order. */
export function allNamed(elements: readonly XmlElement[], name: string): readonly XmlElement[] {
  return elements.flatMap((element) => (element.name === name ? [element] : allNamed(element.children, name)))
}
