import type { Letter } from '#server/mail/letter.ts'
import { P, Sheet, Strong, TextLink } from '#server/mail/sheet.tsx'

const counted = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

export const digest: Letter<'digest'> = ({ firstName, count, notices, link, settingsLink }, site) => ({
  subject: count === 1 ? (notices[0]?.words ?? '1 thing happened in your circles') : `${counted(count)} happened in your circles`,
  sheet: (
    <Sheet
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
    </Sheet>
  ),
})
