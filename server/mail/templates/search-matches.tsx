import { type Mail, nameless, P, Strong, TextLink } from './mail.tsx'

const counted = (count: number) => (count === 1 ? '1 new circle' : `${count} new circles`)

export const searchMatches: Mail<{
  firstName: string
  /** The total number; `circles` are the newest of them. */
  count: number
  circles: readonly { title: string; search: string; link: string }[]
  link: string
  settingsLink: string
}> = {
  kind: 'search',
  neutral: (props) => ({ ...nameless(props), circles: [] }),
  content: ({ firstName, count, circles, link, settingsLink }) => ({
    subject: `${counted(count)} like your saved searches`,
    preview: 'You asked to be told.',
    heading: counted(count),
    action: { label: 'Find circles', link },
    note: (
      <>
        You receive this mail because you saved a search. Your saved searches are in your profile: <TextLink href={settingsLink} />
      </>
    ),
    body: (
      <>
        <P>{firstName ? `Hello ${firstName}, you` : 'You'} asked to be told about new circles like these:</P>
        {circles.map((circle) => (
          <P key={circle.link}>
            <Strong>{circle.title}</Strong>
            <br />
            {circle.search}
            <br />
            <TextLink href={circle.link} />
          </P>
        ))}
        {count > circles.length && <P>{circles.length === 0 ? `${counted(count)}.` : `And ${count - circles.length} more.`}</P>}
      </>
    ),
  }),
}
