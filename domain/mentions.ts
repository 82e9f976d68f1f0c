/** A mention inside a text: `@{id}`. Names are put in when it is read, so that a changed or erased name changes everywhere. */
export const mentionOf = (userId: string): string => `@{${userId}}`

const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g

/** What is said beside a person's name in the list of those who can be mentioned. */
export const circleRoles = ['owner', 'treasurer', 'broker'] as const
export type CircleRole = (typeof circleRoles)[number]

/** The ids of people mentioned in a text, each once. */
export const mentionedIn = (text: string): string[] => [...new Set([...text.matchAll(mention)].flatMap(([, id]) => (id ? [id] : [])))]

export type Mentioned = { readonly _id: string; readonly name: string }

/** A text in parts: words, and people who are mentioned. Mentions of anyone else stay as they were written. */
export function textParts(text: string, people: readonly Mentioned[]): (string | Mentioned)[] {
  const parts: (string | Mentioned)[] = []
  let end = 0
  for (const found of text.matchAll(mention)) {
    const person = people.find(({ _id }) => _id === found[1])
    if (!person) continue
    parts.push(text.slice(end, found.index), person)
    end = found.index + found[0].length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

const readablePart = (part: string | Mentioned): string => (typeof part === 'string' ? part : `@${part.name}`)

/** A text as people read it: "@Jonah Weiss". */
export const readableText = (text: string, people: readonly Mentioned[]): string => textParts(text, people).map(readablePart).join('')

/** Where a text was changed: from the first to the last letter that differs. */
function changeOf(before: string, after: string): { readonly from: number; readonly to: number; readonly written: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let same = 0
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++
  return { from, to: before.length - same, written: after.slice(from, after.length - same) }
}

/**
 * What is stored after someone has changed the readable text. Mentions outside of the change stay mentions; what is left of one that was
 * changed becomes words.
 */
export function withReadableText(text: string, people: readonly Mentioned[], readable: string): string {
  const { from, to, written } = changeOf(readableText(text, people), readable)
  let before = ''
  let after = ''
  let start = 0
  for (const part of textParts(text, people)) {
    const words = readablePart(part)
    const end = start + words.length
    const stored = typeof part === 'string' ? words : mentionOf(part._id)
    if (end <= from) before += stored
    else if (start >= to) after += stored
    else {
      before += words.slice(0, Math.max(0, from - start))
      after += words.slice(Math.max(0, to - start))
    }
    start = end
  }
  return before + written + after
}

/** A name that someone is writing after an "@", in the readable text; `from` is the place of the "@". */
export type NameQuery = { readonly from: number; readonly name: string }

const nameAtEnd = /(?:^|[\s([])(@[\p{L}\p{M}.'’ -]{0,60})$/u

/** The name that is being written at the caret, if there is one. A mention that is there already is none. */
export function nameQueryAt(text: string, people: readonly Mentioned[], caret: number): NameQuery | null {
  const written = nameAtEnd.exec(readableText(text, people).slice(0, caret))?.[1]
  if (written === undefined) return null
  const from = caret - written.length
  let start = 0
  for (const part of textParts(text, people)) {
    if (typeof part !== 'string' && start === from) return null
    start += readablePart(part).length
  }
  return { from, name: written.slice(1) }
}

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** People of whose names one, or the whole, begins with what is written. */
export function peopleCalled<Person extends Mentioned>(people: readonly Person[], written: string): Person[] {
  const wanted = plain(written)
  return people.filter(
    ({ name }) =>
      plain(name).startsWith(wanted) ||
      plain(name)
        .split(/[\s-]+/)
        .some((word) => word.startsWith(wanted)),
  )
}

/** The text with a mention in place of the name that was being written, and the caret after it and a space. */
export function withMention(
  text: string,
  people: readonly Mentioned[],
  { from, name }: NameQuery,
  person: Mentioned,
): { readonly text: string; readonly caret: number } {
  const start = storedLength(text, people, from)
  const rest = text.slice(start + 1 + name.length)
  const space = /^\s/.test(rest) ? '' : ' '
  return { text: text.slice(0, start) + mentionOf(person._id) + space + rest, caret: from + 1 + person.name.length + 1 }
}

/** How much of the stored text the first letters of the readable text are; they do not end inside a mention. */
function storedLength(text: string, people: readonly Mentioned[], readable: number): number {
  let [shown, stored] = [0, 0]
  for (const part of textParts(text, people)) {
    const words = readablePart(part)
    if (shown + words.length > readable) return stored + (readable - shown)
    shown += words.length
    stored += typeof part === 'string' ? words.length : mentionOf(part._id).length
  }
  return stored
}
