import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong, TextLink } from './mail-layout.tsx'

const counted = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

export const digest: MailContent<'digest'> = ({ firstName, count, notices, link, settingsLink }, site) => ({
  subject: count === 1 ? (notices[0]?.words ?? '1 thing happened in your circles') : `${counted(count)} happened in your circles`,
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
