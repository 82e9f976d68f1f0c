import { IconCalendarEvent, IconScale } from '@tabler/icons-react'
import type { RecordRow } from '#contract/deciding.ts'
import { labelOf, preferences, preferenceValues } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { lateWords } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { PreferenceBadge } from './preference-badge.tsx'
import styles from './record.module.css'

/** Keys need the index, because two members may have the same name. */
const numbered = (votes: RecordRow['votes']) => votes.map((vote, index) => ({ ...vote, key: `${index} ${vote.name}` }))

function RowSign({ row }: { row: RecordRow }) {
  return (
    <span className={styles.sign}>
      {row.kind === 'rules' && <IconScale {...iconProps(18)} />}
      {row.kind === 'closing_date' && <IconCalendarEvent {...iconProps(18)} />}
      {(row.kind === 'outcome' || row.kind === 'closed') && <OutcomeSign outcome={row.standing?.outcome ?? 'open'} />}
    </span>
  )
}

export function RecordLine({ row }: { row: RecordRow }) {
  return (
    <div className={styles.line}>
      <RowSign row={row} />
      <p>
        <span className="num">{row.words}</span>
        <span className="small muted">
          <Moment at={row.at} exactly />
          {row.by && ` · ${row.by}`}
        </span>
      </p>
    </div>
  )
}

/** The rule, the tallies and everyone's vote at that moment. */
export function RecordDetail({ row }: { row: RecordRow }) {
  return (
    <div className={styles.detail}>
      <p className="small sub">
        {row.rules.words}. Charter version {row.rules.version}.{row.property && ` Price then: ${formatMoney(row.property.price)}.`}
      </p>
      {row.standing && (
        <p className="small sub num">
          {preferenceValues.map((value) => `${labelOf(preferences, value)} ${row.standing?.[value] ?? 0}`).join(' · ')} · voted{' '}
          {row.standing.voted} of {row.standing.of}
          {row.standing.late > 0 && ` · ${lateWords(row.standing.late)}`}
        </p>
      )}
      {(row.kind === 'outcome' || row.kind === 'closed') && (
        <ul className={`${styles.votes} num`} aria-label="Votes at that moment">
          {numbered(row.votes).map(({ key, name, arcs, preference, reason }) => (
            <li key={key}>
              <span>
                <strong>{name}</strong> <span className="muted">{arcs === 1 ? '1 arc' : `${arcs} arcs`}</span>
              </span>
              <PreferenceBadge preference={preference} />
              {reason && <q>{reason}</q>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
