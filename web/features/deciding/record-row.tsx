import { Link } from 'react-router'
import type { RecordRow } from '#contract/deciding.ts'
import { paths } from '#contract/paths.ts'
import { arcsWords } from '#domain/arcs.ts'
import { labelOf, preferences, preferenceValues } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { motionChoiceLabels, motionChoices } from '#domain/motions.ts'
import { lateWords } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ChoiceBadge } from '#web/shared/vote/choice-badge.tsx'
import { RecordSign } from '#web/shared/vote/record-sign.tsx'
import { PreferenceBadge } from './preference-badge.tsx'
import styles from './record.module.css'

/** Keys need the index, because two members may have the same name. */
const numbered = (votes: RecordRow['votes']) => votes.map((vote, index) => ({ ...vote, key: `${index} ${vote.name}` }))

export function RecordLine({ row }: { row: RecordRow }) {
  return (
    <div className={styles.line}>
      <RecordSign kind={row.kind} outcome={row.motionCount?.outcome ?? row.standing?.outcome ?? 'open'} />
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

function Counts({ row: { standing, motionCount } }: { row: RecordRow }) {
  const counted = motionCount ?? standing
  if (!counted) return null
  const choices = motionCount
    ? motionChoices.map((choice) => `${motionChoiceLabels[choice]} ${motionCount[choice]}`)
    : preferenceValues.map((value) => `${labelOf(preferences, value)} ${standing?.[value] ?? 0}`)
  const further = [motionCount && motionCount.leftOut > 0 && `${motionCount.leftOut} left out`, lateWords(counted.late)].filter(Boolean)
  return <p className="small sub num">{[...choices, `voted ${counted.voted} of ${counted.of}`, ...further].join(' · ')}</p>
}

const hasVotes = ({ kind }: RecordRow): boolean => kind === 'outcome' || kind === 'closed' || kind === 'motion_closed'

/** The rule, the tallies and everyone's vote at that moment. */
export function RecordDetail({ row, circleId }: { row: RecordRow; circleId: string }) {
  const isOfMotion = row.kind.startsWith('motion_')
  return (
    <div className={styles.detail}>
      <p className="small sub">
        {!isOfMotion && `${row.rules.words}. `}Charter version {row.rules.version}.
        {row.property && ` Price then: ${formatMoney(row.property.price)}.`}
        {row.motion && (
          <>
            {' '}
            <Link className="text-link" to={paths.circleMotion(circleId, row.motion._id)} data-no-print>
              Open the motion
            </Link>
          </>
        )}
      </p>
      <Counts row={row} />
      {hasVotes(row) && (
        <ul className={`${styles.votes} num`} aria-label="Votes at that moment">
          {numbered(row.votes).map(({ key, name, arcs, preference, choice, isLeftOut, reason }) => (
            <li key={key}>
              <span>
                <strong>{name}</strong> <span className="muted">{arcsWords(arcs)}</span>
              </span>
              {isOfMotion ? <ChoiceBadge choice={choice} isLeftOut={isLeftOut} /> : <PreferenceBadge preference={preference} />}
              {reason && <q>{reason}</q>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
