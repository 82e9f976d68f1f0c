import { betweenWarningsDays, silentDays } from '#domain/silent.ts'
import { Hello, type Mail, nameless, P } from './mail.tsx'

export const youAreMissed: Mail<{ firstName: string; link: string }> = {
  // It is about the person's rights, so it has no switch.
  kind: null,
  neutral: nameless,
  content: ({ firstName, link }) => ({
    subject: 'Your circles have not seen you for long',
    preview: 'Your arcs may soon be left out of votes until you come back.',
    heading: 'Are you still there?',
    action: { label: 'Open Arcstead', link },
    note: `Opening Arcstead once is enough. We tell you this twice, ${betweenWarningsDays} days or more apart.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          You hold arcs, and you have not opened Arcstead for many weeks. After {silentDays} days your arcs are left out of every vote until
          you come back: the others then decide without you.
        </P>
        <P>
          Your arcs stay yours. Only before anything is bought can the other members, by a motion with more than three quarters of their
          arcs, let go a member who is away.
        </P>
      </>
    ),
  }),
}
