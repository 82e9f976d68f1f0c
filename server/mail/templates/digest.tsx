import { type Mail, nameless, P, Strong, TextLink } from './mail.tsx'

const counted = (count: number) => (count === 1 ? '1 thing' : `${count} things`)

export const digest: Mail<{
  firstName: string
  /** The total number; `notices` are the newest of them. */
  count: number
  notices: readonly { words: string; link: string }[]
  link: string
  settingsLink: string
}> = {
  kind: 'digest',
  neutral: (props) => ({ ...nameless(props), notices: [] }),
  content: ({ firstName, count, notices, link, settingsLink }) => ({
    subject: `${counted(count)} happened in your circles`,
    preview: 'What you have not read yet.',
    heading: count === 1 ? 'News from your circles' : `${counted(count)} in your circles`,
    action: { label: 'Open your dashboard', link },
    note: (
      <>
        This is your digest of what you have not read. Have it daily, weekly or not at all: <TextLink href={settingsLink} />
      </>
    ),
    body: (
      <>
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
      </>
    ),
  }),
}
