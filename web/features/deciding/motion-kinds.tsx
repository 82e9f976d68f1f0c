import {
  type Icon,
  IconArrowsExchange,
  IconBuildingBank,
  IconCoins,
  IconDoorExit,
  IconFlag,
  IconHomeDollar,
  IconHomeX,
  IconKey,
  IconLockOpen,
  IconMessage2,
  IconPigMoney,
  IconReceipt,
  IconScale,
  IconUserMinus,
  IconUserPlus,
  IconUserStar,
} from '@tabler/icons-react'
import type { Motion } from '#contract/motions.ts'
import { labelOf } from '#domain/choices.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { type FactsOf, type MotionFacts, type MotionKind, spendCategories } from '#domain/motion-kinds.ts'
import { ruleWords } from '#domain/outcome.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion.module.css'

type ShownFact = { readonly label: string; readonly value: string; readonly isAmount?: boolean }

/** How a kind of motions is shown; how it is proposed is in motion-fields.tsx. */
type KindLook<Facts extends MotionFacts> = {
  readonly icon: Icon
  /** The facts as people read them. */
  readonly facts?: (facts: Facts, motion: Motion) => ShownFact[]
}

const memberName = ({ member }: Motion): string => member?.name || 'A former member'

function relatedWords(motion: Motion): string {
  if (motion.member === null) return 'No member'
  return motion.claim ? `${memberName(motion)}, says ${motion.proposedBy.name}` : memberName(motion)
}

const looks: { readonly [Kind in MotionKind]: KindLook<FactsOf<Kind>> } = {
  general: { icon: IconMessage2 },
  spend: {
    icon: IconReceipt,
    facts: ({ amountCents, repeats, category, monthlyCents }, motion) => [
      { label: 'Amount, at most', value: formatCents(amountCents), isAmount: true },
      ...(monthlyCents ? [{ label: 'Agreed payments in a month, at most', value: formatCents(monthlyCents), isAmount: true }] : []),
      ...(repeats ? [{ label: 'Repeats', value: `Every ${repeats.every} until ${formatCalendarDay(repeats.until)}` }] : []),
      { label: category === 'loan' ? 'Lender' : 'Payee', value: motion.payee === null ? 'Any payee: a budget' : motion.payee || 'Erased' },
      { label: 'Category', value: labelOf(spendCategories, category) },
      { label: category === 'loan' ? 'Lender related to' : 'Payee related to', value: relatedWords(motion) },
    ],
  },
  treasurer: { icon: IconUserStar, facts: (_, motion) => [{ label: 'Treasurer', value: memberName(motion) }] },
  reserve: {
    icon: IconPigMoney,
    facts: ({ floorCents, emergencyCents }) => [
      { label: 'Reserve floor', value: formatCents(floorCents), isAmount: true },
      { label: 'Emergency limit', value: formatCents(emergencyCents), isAmount: true },
    ],
  },
  call: {
    icon: IconBuildingBank,
    facts: ({ amountCents, dueDay, why }) => [
      { label: 'Amount in all', value: formatCents(amountCents), isAmount: true },
      { label: 'Due', value: formatCalendarDay(dueDay) },
      { label: 'Why', value: why || 'Erased' },
    ],
  },
  owner: { icon: IconKey, facts: (_, motion) => [{ label: 'New owner', value: memberName(motion) }] },
  let_go: { icon: IconUserMinus, facts: (_, motion) => [{ label: 'Member', value: memberName(motion) }] },
  give_up: { icon: IconHomeX, facts: ({ why }) => [{ label: 'Why', value: why || 'Erased' }] },
  reopen: { icon: IconLockOpen, facts: ({ month }) => [{ label: 'From', value: formatCalendarMonth(month) }] },
  distribute: {
    icon: IconCoins,
    facts: ({ act, amountCents }, motion) => [
      { label: 'Amount in all', value: formatCents(amountCents), isAmount: true },
      ...(act === 'deposit' ? [{ label: 'Deposited with', value: motion.payee || 'Erased' }] : []),
    ],
  },
  admit: { icon: IconUserPlus, facts: (_, motion) => [{ label: 'Newcomer', value: memberName(motion) }] },
  settle: { icon: IconArrowsExchange },
  sell: {
    icon: IconHomeDollar,
    facts: ({ leastPriceCents, why }, motion) => [
      { label: 'Price, at least', value: formatCents(leastPriceCents), isAmount: true },
      { label: 'Buyer related to', value: relatedWords(motion) },
      { label: 'Why', value: why || 'Erased' },
    ],
  },
  rules: { icon: IconScale, facts: ({ rules }) => [{ label: 'New rules', value: `${ruleWords(rules)}.` }] },
  release: { icon: IconDoorExit },
  wind_up: { icon: IconFlag },
}

/** Its functions take facts of this kind, which is what they are called with. */
const lookOf = (kind: MotionKind): KindLook<MotionFacts> => looks[kind] as unknown as KindLook<MotionFacts>

export const shownFacts = (motion: Motion): ShownFact[] => lookOf(motion.facts.kind).facts?.(motion.facts, motion) ?? []

/** Decorative: the kind is named beside it. */
export function KindIcon({ kind, size = 22 }: { kind: MotionKind; size?: number }) {
  const { icon: Sign } = lookOf(kind)
  return <Sign {...iconProps(size)} />
}

/** What a motion is about, besides its words. */
export function MotionFactList({ motion }: { motion: Motion }) {
  const facts = shownFacts(motion)
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
