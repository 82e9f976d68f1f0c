import { Link } from 'react-router'
import type { RecordRow } from '#contract/deciding.ts'
import { paths } from '#contract/paths.ts'
import { arcsWords } from '#domain/arcs.ts'
import { preferenceValues } from '#domain/choices.ts'
import { isolate } from '#domain/isolate.ts'
import { formatMoney } from '#domain/money.ts'
import { motionChoices } from '#domain/motions.ts'
import { lateWords, type Outcome, silentWords } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ChoiceBadge, choiceLabel } from '#web/shared/vote/choices.tsx'
import { RecordSign } from '#web/shared/vote/record-sign.tsx'
import styles from './record.module.css'

/** Keys need the index, because two members may have the same name. */
const numbered = (votes: RecordRow['votes']) => votes.map((vote, index) => ({ ...vote, key: `${index} ${vote.name}` }))

type RecordLineProps = Pick<RecordRow, 'kind' | 'words' | 'at' | 'by'> & { outcome: Outcome }

export function RecordLine({ kind, words, at, by, outcome }: RecordLineProps) {
  return (
    <div className={styles.line}>
      <RecordSign kind={kind} outcome={outcome} />
      <p>
        <span className="num">{words}</span>
        <span className="small muted">
          <Moment at={at} />
          {by && ` · ${isolate(by)}`}
        </span>
      </p>
    </div>
  )
}

export const recordOutcome = ({ motionCount, standing }: RecordRow): Outcome => motionCount?.outcome ?? standing?.outcome ?? 'open'

function Counts({ row: { rules, standing, motionCount } }: { row: RecordRow }) {
  const counted = motionCount ?? standing
  if (!counted) return null
  const choices = motionCount
    ? motionChoices.map((choice) => `${choiceLabel(choice)} ${motionCount[choice]}`)
    : preferenceValues.map((choice) => `${choiceLabel(choice)} ${standing?.[choice] ?? 0}`)
  const further = [
    motionCount && motionCount.leftOut > 0 && `${motionCount.leftOut} left out`,
    lateWords(counted.late),
    silentWords(counted, rules.countBy, true),
  ].filter(Boolean)
  return <p className="small sub num">{[...choices, `voted ${counted.voted} of ${counted.of}`, ...further].join(' · ')}</p>
}

const hasVotes = ({ kind }: RecordRow): boolean => kind === 'outcome' || kind === 'closed' || kind === 'motion_closed'

/** The rule, the tallies and everyone's vote at that moment. Without `circleId`, as a former member reads it, nothing leads to a motion. */
export function RecordDetail({ row, circleId }: { row: RecordRow; circleId: string | null }) {
  const isOfMotion = row.kind.startsWith('motion_')
  return (
    <div className={styles.detail}>
      <p className="small sub">
        {!isOfMotion && `${row.rules.words}. `}Charter version {row.rules.version}.
        {row.property && ` Price then: ${formatMoney(row.property.price)}.`}
        {row.motion && circleId && (
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
          {numbered(row.votes).map(({ key, name, arcs, preference, choice, isLeftOut, isSilent, reason }) => (
            <li key={key}>
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                <span className="muted">{arcsWords(arcs)}</span>
              </span>
              <ChoiceBadge choice={choice ?? preference} isLeftOut={isLeftOut || isSilent} />
              {reason && <q>{reason}</q>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
