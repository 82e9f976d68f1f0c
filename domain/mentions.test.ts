import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionedIn, mentionOf, nameQueryAt, peopleCalled, readableText, textParts, withMention, withReadableText } from './mentions.ts'

const people = fc.uniqueArray(fc.record({ _id: fc.uuid(), name: fc.string() }), { selector: ({ _id }) => _id, maxLength: 4 })

describe('mentions', () => {
  test('are found once each, and read with their names', () => {
    const [mia, jon] = ['0198b0c0-0000-7000-8000-000000000001', '0198b0c0-0000-7000-8000-000000000002']
    const text = `${mentionOf(mia)} and ${mentionOf(jon)}: see ${mentionOf(mia)}@{not-an-id}`
    expect(mentionedIn(text)).toEqual([mia, jon])
    expect(readableText(text, [{ _id: mia, name: 'Mia Weller' }])).toBe(`@Mia Weller and ${mentionOf(jon)}: see @Mia Weller@{not-an-id}`)
  })

  test('of any text and people: the parts, written back, are the text', () => {
    fc.assert(
      fc.property(people, fc.array(fc.oneof(fc.string(), fc.nat(5))), (known, pieces) => {
        const text = pieces.map((piece) => (typeof piece === 'string' ? piece : mentionOf(known[piece]?._id ?? ''))).join('')
        const parts = textParts(text, known)
        expect(parts.map((part) => (typeof part === 'string' ? part : mentionOf(part._id))).join('')).toBe(text)
        const named = parts.flatMap((part) => (typeof part === 'string' ? [] : [part._id]))
        expect([...new Set(named)]).toEqual(mentionedIn(text).filter((id) => known.some(({ _id }) => _id === id)))
      }),
    )
  })
})

/** A text with mentions, and the people in it. */
const written = fc.tuple(people, fc.array(fc.oneof(fc.string(), fc.nat(5)))).map(([known, pieces]) => ({
  known,
  text: pieces.map((piece) => (typeof piece === 'string' ? piece : mentionOf(known[piece]?._id ?? ''))).join(''),
}))

describe('a text that is being changed', () => {
  const [mia, jon] = [
    { _id: '0198b0c0-0000-7000-8000-000000000001', name: 'Mia Weller' },
    { _id: '0198b0c0-0000-7000-8000-000000000002', name: 'Jonah Weiss' },
  ]
  const both = [mia, jon]
  const text = `Hello ${mentionOf(mia._id)} and ${mentionOf(jon._id)}!`

  test('reads as it was changed, whatever was changed', () => {
    fc.assert(
      fc.property(written, fc.string(), fc.nat(), fc.nat(), ({ known, text }, inserted, one, other) => {
        const readable = readableText(text, known)
        const [from, to] = [one % (readable.length + 1), other % (readable.length + 1)].sort((a, b) => a - b) as [number, number]
        const changed = readable.slice(0, from) + inserted + readable.slice(to)
        expect(readableText(withReadableText(text, known, changed), known)).toBe(changed)
      }),
    )
  })

  test('keeps mentions before and after the change, and makes words of one that was changed', () => {
    expect(withReadableText(text, both, 'Hello @Mia Weller and also @Jonah Weiss!')).toBe(text.replace(' and ', ' and also '))
    expect(withReadableText(text, both, 'Hello @Mia Welle and @Jonah Weiss!')).toBe(`Hello @Mia Welle and ${mentionOf(jon._id)}!`)
    expect(withReadableText(text, both, 'Hello @Mia Weller!')).toBe(`Hello ${mentionOf(mia._id)}!`)
    expect(withReadableText(text, both, '')).toBe('')
  })

  test('of two people with the same name each mention stays its own', () => {
    const twins = [
      { ...mia, name: 'Jo Weiss' },
      { ...jon, name: 'Jo Weiss' },
    ]
    const pair = `${mentionOf(mia._id)} ${mentionOf(jon._id)}`
    expect(withReadableText(pair, twins, '@Jo Weiss or @Jo Weiss')).toBe(`${mentionOf(mia._id)} or ${mentionOf(jon._id)}`)
  })

  test('offers a name after an @ that begins a word, and none inside a mention or an address', () => {
    expect(nameQueryAt('And the wire: @', both, 15)).toEqual({ from: 14, name: '' })
    expect(nameQueryAt('(@Jonah W', both, 9)).toEqual({ from: 1, name: 'Jonah W' })
    for (const none of ['mia@weller', 'no sign', '@9', `@${'x'.repeat(61)}`]) expect(nameQueryAt(none, both, none.length)).toBeNull()
    const named = `${mentionOf(mia._id)} `
    expect(nameQueryAt(named, both, '@Mia Weller '.length)).toBeNull()
    expect(nameQueryAt(`${named}@J`, both, '@Mia Weller @J'.length)).toEqual({ from: 12, name: 'J' })
  })

  test('finds people by the beginning of any of their names, without accents and capitals', () => {
    const zoe = { _id: 'z', name: 'Zoë de la Cruz' }
    expect(peopleCalled([mia, jon, zoe], 'w')).toEqual([mia, jon])
    expect(peopleCalled([mia, jon, zoe], 'ZOE D')).toEqual([zoe])
    expect(peopleCalled([mia, jon, zoe], '')).toEqual([mia, jon, zoe])
    expect(peopleCalled([mia, jon, zoe], 'Mar')).toEqual([])
  })

  test('gets the mention in place of the name, with one space and the caret after it', () => {
    const start = `${mentionOf(mia._id)}, ask @jo about it`
    const query = nameQueryAt(start, both, '@Mia Weller, ask @jo'.length)
    if (!query) throw new Error('no name is being written')
    const next = withMention(start, both, query, jon)
    expect(next.text).toBe(`${mentionOf(mia._id)}, ask ${mentionOf(jon._id)} about it`)
    expect(readableText(next.text, both).slice(0, next.caret)).toBe('@Mia Weller, ask @Jonah Weiss ')
    expect(withMention('@', both, { from: 0, name: '' }, jon)).toEqual({ text: `${mentionOf(jon._id)} `, caret: 13 })
  })

  test('with a name written anywhere between others: only that name is replaced', () => {
    fc.assert(
      fc.property(written, written, fc.constantFrom('', 'J', 'Jonah W'), (before, after, name) => {
        const known = [...before.known, ...after.known.filter(({ _id }) => !before.known.some((each) => each._id === _id)), jon]
        const head = `${before.text} `
        const text = `${head}@${name}${after.text}`
        const from = readableText(head, known).length
        const query = nameQueryAt(text, known, from + 1 + name.length)
        // Random words around it may make it part of something else.
        fc.pre(
          query?.from === from && readableText(text, known) === readableText(head, known) + readableText(`@${name}${after.text}`, known),
        )
        const next = withMention(text, known, { from, name }, jon)
        expect(next.text.startsWith(head + mentionOf(jon._id))).toBe(true)
        expect(next.text.endsWith(after.text)).toBe(true)
      }),
    )
  })
})
