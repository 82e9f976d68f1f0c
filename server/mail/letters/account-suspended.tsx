import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet } from '#server/mail/sheet.tsx'

export const accountSuspended: Letter<'account-suspended'> = ({ firstName }, site) => ({
  subject: 'Your Arcstead account was suspended',
  sheet: (
    <Sheet
      site={site}
      preview="You cannot sign in until it is reactivated."
      heading="Your account was suspended"
      action={{ label: 'Write to us', link: `mailto:${site.supportEmail}` }}
      note={`The button starts a mail to ${site.supportEmail}. If you think this is a mistake, tell us there.`}
    >
      <Hello firstName={firstName} />
      <P>
        An administrator has suspended your Arcstead account. You are signed out everywhere, and cannot sign in until it is reactivated.
      </P>
    </Sheet>
  ),
})
