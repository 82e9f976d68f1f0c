import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** Where someone was mentioned: in a property's or motion's discussion, or in the circle's conversation. */
type Place = { address: string | null; motionTitle: string | null }

function placeWords({ address, motionTitle }: Place): string {
  if (address !== null) return `the discussion of ${address}, `
  if (motionTitle !== null) return motionTitle ? `the discussion of “${motionTitle}”, ` : 'the discussion of a motion, '
  return 'the conversation of '
}

export const mention: Mail<Place & { firstName: string; writer: string; circleTitle: string; text: string; path: string }> = {
  kind: 'mention',
  neutral: (props) => ({ ...nameless(props), writer: '', address: null, motionTitle: null, circleTitle: someCircle, text: '' }),
  content: ({ firstName, writer, circleTitle, address, motionTitle, text, path }, { publicUrl }) => ({
    subject: `You are mentioned in ${circleTitle}`,
    preview: `Someone wrote to you in ${circleTitle}.`,
    heading: 'Someone mentioned you',
    action: { label: 'Read and answer', link: `${publicUrl}${path}` },
    note: 'You receive this mail because you belong to this circle. Answers to this mail reach nobody: please write on the page.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          <Strong>{writer || 'Someone'}</Strong> mentioned you in {placeWords({ address, motionTitle })}
          <Strong>{circleTitle}</Strong>
          {text ? ':' : '.'}
        </P>
        {text && <P>“{text}”</P>}
      </>
    ),
  }),
}
