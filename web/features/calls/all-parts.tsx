import { arcsLabel, sharedWords } from '#domain/call-words.ts'
import { formatCents } from '#domain/money.ts'
import { usePlaces } from '#web/shared/calls/money-ring.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './all-parts.module.css'
import { useCall } from './call-context.tsx'
import { PartState } from './part-state.tsx'

/** The equal of the ring: each holder with what is asked, paid and open. On a phone each row is a list of its own. */
export function AllParts({ className }: { className?: string | undefined }) {
  const { circleId, userId, call } = useCall()
  const placeOf = usePlaces(circleId)
  const hasKept = call.shares.some(({ keptCents }) => keptCents > 0)
  return (
    <Card className={className}>
      <CardHeader title="All parts" />
      <p className={`${styles.words} sub num`}>{sharedWords(call.kind, call.parts)}</p>
      <table className={`${styles.table} num`}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Asked</th>
            <th scope="col">Paid</th>
            <th scope="col">Open</th>
          </tr>
        </thead>
        <tbody>
          {call.shares.map((share, index) => (
            <tr key={share.user._id} data-you={share.user._id === userId}>
              <th scope="row">
                <span className={styles.member}>
                  <Avatar initial={share.user.name.slice(0, 1)} arc={placeOf(share.user._id, index)} size={36} />
                  <span>
                    <bdi>{share.user.name}</bdi> {share.user._id === userId && <span className={styles.you}>You</span>}
                    <span className={`small sub ${styles.more}`}>
                      {arcsLabel(share.arcs)} · <span className={styles.reference}>{share.reference}</span>
                    </span>
                    {share.keptCents > 0 && (
                      <span className={`small sub ${styles.more}`}>{formatCents(share.keptCents)} held, more than asked</span>
                    )}
                  </span>
                </span>
              </th>
              <td data-label="Asked">{formatCents(share.askedCents)}</td>
              <td data-label="Paid">{formatCents(share.paidCents)}</td>
              <td data-label="Open">
                <span className={styles.open}>
                  <b>{formatCents(share.openCents)}</b>
                  <PartState share={share} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td data-label="Asked">
              <b>{formatCents(call.amountCents)}</b>
            </td>
            <td data-label="Paid">
              <b>{formatCents(call.paidCents)}</b>
            </td>
            <td data-label="Open">
              <b>{formatCents(call.openCents)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      {hasKept && <p className="small sub">What is held is the member’s: it counts for the next call, or is paid back.</p>}
    </Card>
  )
}
