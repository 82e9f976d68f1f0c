import { IconCoinOff } from '@tabler/icons-react'
import type { Circle } from '#contract/circles.ts'
import { formatMoney } from '#domain/money.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './invite-steps.module.css'

function openArcsWords({ sharesAvailable, sharesTotal, openArcPrices }: Circle): string {
  const [price] = openArcPrices
  if (price === undefined) return 'Every arc is held now. You can ask to be told when one comes free.'
  const each = openArcPrices.every((other) => other === price) ? formatMoney(price) : `about ${formatMoney(price)}`
  return `${sharesAvailable} of ${sharesTotal} ${sharesAvailable === 1 ? 'is' : 'are'} free, ${each} each. You may take one or more.`
}

/** What an invited visitor does to join. */
export function InviteSteps({ circle }: { circle: Circle }) {
  const steps = [
    ['Create your account', 'Your name, an e-mail address and a password. The invitation waits for you.'],
    ['Get verified', 'A person on our team looks at your request, and writes to you.'],
    ['Choose your arcs', openArcsWords(circle)],
    ['Agree to the charter', 'The rule of this circle, on one page. Then you are in, and you vote.'],
  ] as const
  return (
    <Card padded={false} className={styles.root}>
      <h2>If you say yes</h2>
      <ol>
        {steps.map(([title, words], index) => (
          <li key={title}>
            <span aria-hidden="true">{index + 1}</span>
            <strong>{title}</strong>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

export function NoPaymentNote() {
  return (
    <p className={styles.noPayment}>
      <IconCoinOff {...iconProps(17)} />
      <span>No payment is taken here. You record what you commit, and you may leave until every arc is held.</span>
    </p>
  )
}
