import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet, Strong } from '#server/mail/sheet.tsx'

export const brokerUnassigned: Letter<'broker-unassigned'> = ({ firstName, circleTitle }, site) => ({
  subject: `You are no longer a broker of ${circleTitle}`,
  sheet: (
    <Sheet
      site={site}
      preview="An administrator changed the circle’s brokers."
      heading="An assignment has ended"
      action={{ label: 'Your circles', link: `${site.publicUrl}/broker/circles` }}
      note={`If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        You are no longer a broker of <Strong>{circleTitle}</Strong>. The properties you brought to it stay there.
      </P>
    </Sheet>
  ),
})
