import { isTakenAway, ledgerLabel } from '#domain/membership.ts'
import { formatDollars } from '#domain/money.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import type { LedgerRow } from './ledger.queries.ts'
import styles from './member-circle.module.css'

/** On a statement, each row also shows the member's balance after it. */
export function LedgerTable({
  rows,
  caption,
  withBalance = false,
}: {
  rows: readonly LedgerRow[]
  caption: string
  withBalance?: boolean
}) {
  let balance = 0
  return (
    <ScrollRegion className={styles.tableScroll} label={caption}>
      <table className={`${styles.membersTable} num`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {!withBalance && <th scope="col">Member</th>}
            <th scope="col">What</th>
            <th scope="col" className={styles.figureCell}>
              Arcs
            </th>
            <th scope="col" className={styles.figureCell}>
              Amount
            </th>
            {withBalance && (
              <th scope="col" className={styles.figureCell}>
                Balance
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            balance += row.amount
            return (
              <tr key={row._id}>
                <td>
                  <Day at={row.at} form="table" />
                </td>
                {!withBalance && <td className={styles.nameCell}>{row.member}</td>}
                <td>{ledgerLabel(row)}</td>
                <td className={styles.figureCell}>{isTakenAway(row) ? `−${row.arcs.length}` : row.arcs.length}</td>
                <td className={styles.figureCell}>{formatDollars(row.amount)}</td>
                {withBalance && <td className={styles.figureCell}>{formatDollars(balance)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
