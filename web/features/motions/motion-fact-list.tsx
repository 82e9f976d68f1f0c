import type { ReactNode } from 'react'
import type { Motion } from '#contract/motions.ts'
import { labelOf } from '#domain/choices.ts'
import { formatDate } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { spendCategories } from '#domain/motion-kinds.ts'
import { ruleWords } from '#domain/outcome.ts'
import styles from './motion.module.css'

type Fact = { readonly label: string; readonly value: ReactNode; readonly isAmount?: boolean }

const memberName = ({ member }: Motion): string => member?.name || 'A former member'

function factsOf(motion: Motion): Fact[] {
  const { facts, payee } = motion
  switch (facts.kind) {
    case 'spend':
      return [
        { label: 'Amount, at most', value: formatCents(facts.amountCents), isAmount: true },
        ...(facts.repeats ? [{ label: 'Repeats', value: `Every ${facts.repeats.every} until ${formatDate(facts.repeats.until)}` }] : []),
        { label: 'Payee', value: payee || 'Erased' },
        { label: 'Category', value: labelOf(spendCategories, facts.category) },
        { label: 'Payee related to', value: facts.relatedMember === null ? 'No member' : memberName(motion) },
      ]
    case 'treasurer':
      return [{ label: 'Treasurer', value: memberName(motion) }]
    case 'reserve':
      return [
        { label: 'Reserve floor', value: formatCents(facts.floorCents), isAmount: true },
        { label: 'Emergency limit', value: formatCents(facts.emergencyCents), isAmount: true },
      ]
    case 'rules':
      return [{ label: 'New rules', value: `${ruleWords(facts.rules)}.` }]
    default:
      return []
  }
}

/** What a motion is about, besides its words. */
export function MotionFactList({ motion }: { motion: Motion }) {
  const facts = factsOf(motion)
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, isAmount = false }) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd className="num" data-amount={isAmount}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
