import { formatMoment, type Zone } from '#domain/dates.ts'
import { P, Strong } from './mail.tsx'

type VoteClosesProps = { readonly address: string; readonly circleTitle: string; readonly closesAt: string; readonly zone: Zone }

/** When the vote on a property closes. */
export const VoteCloses = ({ address, circleTitle, closesAt, zone }: VoteClosesProps) => (
  <P>
    The vote on <Strong>{address}</Strong> in <Strong>{circleTitle}</Strong> closes on <Strong>{formatMoment(closesAt, zone)}</Strong>. From
    then on its outcome stands.
  </P>
)
