import { IconScale } from '@tabler/icons-react'
import { moreThan } from '#domain/counting.ts'
import { kindOf, type MotionKind } from '#domain/motion-kinds.ts'
import { motionRule } from '#domain/motion-rule.ts'
import { motionRuleWords } from '#domain/motion-words.ts'
import { countMotion } from '#domain/motions.ts'
import { periodWords } from '#domain/notice-period.ts'
import { StandingLine } from '#web/shared/vote/standing-line.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion-form.module.css'
import { ordinal } from './motion-words.ts'
import type { MotionBasis } from './motions.queries.ts'

type RuleCardProps = {
  basis: MotionBasis
  kind: MotionKind
  /** Who would have no vote, by id. */
  conflicted: string | null
  /** The member that the motion would name. */
  member: string | null
}

/** The rule that the motion would be decided by, before it is sent. Changes with the kind and the related member. */
export function RuleCard({ basis, kind, conflicted, member }: RuleCardProps) {
  const rule = motionRule(kind, { rules: basis.rules, stage: basis.stage, member })
  const holders = basis.holders.map(({ _id, ...holder }) => ({ user: _id, ...holder }))
  const { of, leftOut, silent, passesFrom } = countMotion(rule, holders, [], conflicted === null ? [] : [conflicted])
  const unit = rule.countBy === 'arcs' ? 'Arcs' : 'Members'
  const held = rule.countBy === 'arcs' ? 'Arcs held for' : 'Members with arcs held for'
  const away = basis.holders.filter((holder) => holder.isSilent && holder._id !== conflicted)
  const name = basis.holders.find(({ _id }) => _id === conflicted)?.name
  return (
    <Card className={styles.rule}>
      <div aria-live="polite">
        <p className={styles.ruleFor}>
          <IconDisc tone="evergreen" size={40}>
            <IconScale {...iconProps(20)} />
          </IconDisc>
          <strong>The rule for {kindOf(kind).phrase}</strong>
        </p>
        <p className={styles.ruleWords}>{motionRuleWords(rule)}</p>
        <dl className={`${styles.sum} num`}>
          <dt>
            {held} {periodWords(basis.noticeSeconds)} or longer
          </dt>
          <dd>{of + leftOut + silent}</dd>
          {name && (
            <>
              <dt>
                Left out: <bdi>{name}</bdi>
                {kind === 'spend' && ', related to the payee'}
              </dt>
              <dd>− {leftOut}</dd>
            </>
          )}
          {away.length > 0 && (
            <>
              <dt>
                Away for long: <bdi>{away.map((holder) => holder.name).join(', ')}</bdi>
              </dt>
              <dd>− {silent}</dd>
            </>
          )}
          <dt data-total>{unit} that may vote</dt>
          <dd>{of}</dd>
          <dt data-total>Yes it takes</dt>
          <dd>{passesFrom}</dd>
        </dl>
        {passesFrom > moreThan(rule.moreThan, of) && (
          <p className="small sub num">Yes still takes more than half of all {of + silent}, because someone is away.</p>
        )}
      </div>
      <StandingLine parts={[]} of={of} passesFrom={passesFrom} />
      <p className="small sub num">
        {of > 0 && `The line marks the ${ordinal(passesFrom)} ${rule.countBy === 'arcs' ? 'arc' : 'member'}. `}
        Charter version {basis.charterVersion}, counted by {rule.countBy === 'arcs' ? 'arcs' : 'members'}.
      </p>
    </Card>
  )
}
