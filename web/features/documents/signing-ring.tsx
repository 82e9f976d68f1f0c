import type { DocumentVersion } from '#contract/documents.ts'
import type { Membership } from '#contract/membership.ts'
import { initialOf } from '#domain/person.ts'
import { inRingOrder } from '#domain/ring.ts'
import { arcColor } from '#web/ui/ring/arc-color.ts'
import { arcPath, fullTurn, placeArcs, pointAt, trimmed } from '#web/ui/ring/ring-geometry.ts'
import styles from './signing-ring.module.css'
import { signingOf, signingWords } from './signing-state.ts'

type SigningRingProps = {
  version: DocumentVersion
  members: readonly Membership[]
  userId: string
  size: 40 | 220
}

/** The circle's ring: an arc is filled once its holder has signed, and hollow while their signature is asked for. */
export function SigningRing({ version, members, userId, size }: SigningRingProps) {
  const isLarge = size === 220
  const holders = inRingOrder(members).filter(({ investmentAmount }) => investmentAmount > 0)
  const amounts = holders.map(({ investmentAmount }) => investmentAmount)
  const { arcs } = placeArcs({ target: amounts.reduce((sum, amount) => sum + amount, 0), amounts, proposed: 0 })
  const [stroke, pad] = isLarge ? [20, 26] : [7, 1]
  const radius = size / 2 - pad - stroke / 2
  const gap = (isLarge ? 3 : 1.4) / radius
  const stateOf = (id: string | undefined) => {
    const asked = version.request?.people.find(({ _id }) => _id === id)
    const isSo = version.elsewhere.find(({ _id }) => _id === id)?.isSo
    if (asked?.signedAt || isSo) return 'signed'
    return asked || isSo === null ? 'asked' : 'not_asked'
  }
  const signing = signingOf(version)
  const counts = signing.is === 'asked' || signing.is === 'signed' ? signing : null
  return (
    <svg
      className={styles.root}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={counts ? `${counts.signed} of ${counts.of} have signed` : signingWords(signing)}
      fill="none"
    >
      {holders.map((holder, index) => {
        const sweep = arcs[index]
        if (!sweep) return null
        const state = stateOf(holder.user?._id)
        const isYou = holder.user?._id === userId
        const path = arcPath(size / 2, radius, holders.length === 1 ? { from: 0, to: fullTurn } : trimmed(sweep, gap, gap))
        const angle = (sweep.from + sweep.to) / 2
        const label = pointAt(size / 2, radius + stroke / 2 + 13, angle)
        return (
          <g key={holder._id}>
            {state !== 'not_asked' && <path d={path} stroke={arcColor(index)} strokeWidth={stroke} />}
            {state !== 'signed' && (
              <path
                className={styles.hollow}
                d={path}
                strokeWidth={state === 'asked' ? stroke - (isLarge ? 5 : 3) : stroke}
                data-asked={state === 'asked'}
              />
            )}
            {isLarge && holder.user && (
              <text className={styles.initial} data-you={isYou} {...label}>
                {isYou ? 'You' : initialOf(holder.user)}
              </text>
            )}
          </g>
        )
      })}
      {isLarge && counts && (
        <>
          <text className={styles.figure} x={size / 2} y={size / 2 + 6}>
            {counts.signed}/{counts.of}
          </text>
          <text className={styles.caption} x={size / 2} y={size / 2 + 28}>
            have signed
          </text>
        </>
      )}
    </svg>
  )
}
