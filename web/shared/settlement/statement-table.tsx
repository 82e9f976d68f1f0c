import { type Cents, formatCents } from '#domain/money.ts'
import { columnOf, type Kinds } from './columns.ts'
import styles from './settlement.module.css'

type Line<Kind> = {
  readonly kind: Kind
  readonly amountCents: Cents
  readonly lender?: string | null | undefined
  readonly tenant?: string | null | undefined
}

/** Every line of a settlement statement, as on the paper beside it. */
export function StatementTable<Kind extends string>({ kinds, lines }: { kinds: Kinds<Kind>; lines: readonly Line<Kind>[] }) {
  return (
    <table className={`${styles.table} num`}>
      <caption className="visually-hidden">Lines of the settlement statement</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">We pay</th>
          <th scope="col">We are given</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const { column, amountCents } = columnOf(kinds[line.kind], line.amountCents)
          return (
            // Lines of a statement never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <th scope="row">
                {kinds[line.kind].label}
                {(line.lender || line.tenant) && (
                  <small>
                    <bdi>{line.lender || line.tenant}</bdi>
                  </small>
                )}
              </th>
              <td>{column === 'charged' && formatCents(amountCents)}</td>
              <td>{column === 'credited' && formatCents(amountCents)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
