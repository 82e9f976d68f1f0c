import { formatMoment } from '#domain/dates.ts'
import { P, Strong } from './mail-layout.tsx'

type VoteClosesProps = { readonly address: string; readonly circleTitle: string; readonly closesAt: string }

/** When the vote on a property closes. */
export const VoteCloses = ({ address, circleTitle, closesAt }: VoteClosesProps) => (
  <P>
    The vote on <Strong>{address}</Strong> in <Strong>{circleTitle}</Strong> closes on <Strong>{formatMoment(closesAt)} UTC</Strong>. From
    then on its outcome stands.
  </P>
)
