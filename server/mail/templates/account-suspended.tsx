import { Hello, type Mail, P, Strong } from './mail.tsx'

export const accountSuspended: Mail<{ firstName: string; reason: string | null }> = {
  kind: null,
  // The words may tell of others, and an address that nobody confirmed may be a stranger's.
  neutral: () => ({ firstName: '', reason: null }),
  content: ({ firstName, reason }, site) => ({
    subject: 'Your Arcstead account was suspended',
    preview: 'You cannot sign in until it is reactivated.',
    heading: 'Your account was suspended',
    action: { label: 'Write to us', link: `mailto:${site.supportEmail}` },
    note: `The button starts a mail to ${site.supportEmail}. If you think this is a mistake, tell us there.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          An administrator has suspended your Arcstead account. You are signed out everywhere, and cannot sign in until it is reactivated.
        </P>
        {reason && (
          <>
            <P>The reason that was given:</P>
            <P>
              <Strong>{reason}</Strong>
            </P>
          </>
        )}
      </>
    ),
  }),
}
