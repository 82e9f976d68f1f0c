import { render } from '@react-email/components'
import type { Zone } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { type MailProps, type MailTemplate, mails } from './mails.ts'
import type { Mail, Site } from './templates/mail.tsx'
import { MailLayout } from './templates/mail-layout.tsx'

export type RenderedMail = { readonly subject: string; readonly html: string; readonly text: string }

// Line breaks and bidi characters in a name or title could imitate a line or a header of our own.
const breaksAndDirections = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

const joined = (text: string) => text.replaceAll(/ {2,}/g, ' ').trim()
const oneLine = (text: string) => isolate(joined(text.replaceAll(breaksAndDirections, ' ')))
/** A notice is a sentence of ours, in which names are isolated already. */
const ownSentence = (text: string) => joined(text.replaceAll(breaksAndDirections, (found) => /^[\u2068\u2069]$/.exec(found)?.[0] ?? ' '))

/** Names and titles on one line each, and isolated: in Arabic or Hebrew they would swap places with a number beside them. */
function oneLineEach<Value>(value: Value, key = ''): Value {
  if (typeof value === 'string') return (key === 'words' ? ownSentence(value) : oneLine(value)) as Value
  if (Array.isArray(value)) return value.map((part) => oneLineEach(part)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, oneLineEach(part, name)])) as Value
}

/** In HTML the isolating characters are an element. Not before the body, where elements inside of texts would be shown as they are written. */
function withElements(html: string): string {
  const start = html.indexOf('<body')
  return html.slice(0, start) + html.slice(start).replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>')
}

const longestSubject = 150

const shortened = (subject: string) => {
  const characters = [...subject]
  return characters.length <= longestSubject ? subject : `${characters.slice(0, longestSubject - 1).join('')}…`
}

type MailContext = Site & { readonly unsubscribeLink: string | null; readonly zone: Zone }

/** The rendered mail. React escapes the props; plain text needs no escaping. */
export async function renderMail<Template extends MailTemplate>(
  template: Template,
  props: MailProps[Template],
  { unsubscribeLink, ...site }: MailContext,
): Promise<RenderedMail> {
  const mail: Mail<MailProps[Template]> | undefined = mails[template]
  if (!mail) throw new Error(`There is no mail template "${template}"`)
  const content = mail.content(oneLineEach(props), site)
  const body = MailLayout({ mail: content, site, unsubscribeLink })
  const text = await render(body, {
    plainText: true,
    htmlToTextOptions: {
      wordwrap: 72,
      selectors: [
        { selector: 'h1', options: { uppercase: false } },
        { selector: 'a', options: { linkBrackets: ['\n', ''], hideLinkHrefIfSameAsText: true } },
      ],
    },
  })
  return { subject: shortened(content.subject), html: withElements(await render(body)), text }
}
