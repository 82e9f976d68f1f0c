import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet, Strong } from '#server/mail/sheet.tsx'

export const circleDeleted: Letter<'circle-deleted'> = ({ firstName, circleTitle }, site) => ({
  subject: `${circleTitle} was deleted`,
  sheet: (
    <Sheet
      site={site}
      preview="The circle is closed, and commitments to it have ended."
      heading="A circle of yours was deleted"
      action={{ label: 'Find Circles', link: `${site.publicUrl}/` }}
      note={`Arcstead records commitments and takes no payment, so there is nothing to pay back. If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        The circle <Strong>{circleTitle}</Strong> was deleted, and every commitment to it has ended.
      </P>
    </Sheet>
  ),
})
