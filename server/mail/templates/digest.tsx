import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong, TextLink } from './mail-layout.tsx'

const counted = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

/** A single notice is the subject, unless it has the title of a motion: administrators see subjects, but not motions. */
const subjectOf = (count: number, first: { readonly words: string; readonly link: string } | undefined): string =>
  count === 1 && first && !first.link.includes('/motion/') ? first.words : `${counted(count)} happened in your circles`

export const digest: MailContent<'digest'> = ({ firstName, count, notices, link, settingsLink }, site) => ({
  subject: subjectOf(count, notices[0]),
  body: (
    <MailLayout
      site={site}
      preview={notices[0]?.words ?? ''}
      heading={count === 1 ? 'News from your circles' : `${counted(count)} in your circles`}
      action={{ label: 'Open your dashboard', link }}
      note={
        <>
          This is your digest of what you have not read. Have it daily, weekly or not at all: <TextLink href={settingsLink} />
        </>
      }
    >
      <P>{firstName ? `Hello ${firstName}, since` : 'Since'} you last looked:</P>
      {notices.map((notice) => (
        <P key={notice.link + notice.words}>
          <Strong>{notice.words}</Strong>
          <br />
          <TextLink href={notice.link} />
        </P>
      ))}
      {count > notices.length && (
        <P>{notices.length === 0 ? `${counted(count)} happened in your circles.` : `And ${count - notices.length} more.`}</P>
      )}
    </MailLayout>
  ),
})
