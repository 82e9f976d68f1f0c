import type { OwnVerification } from '#contract/verification.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './verification.module.css'
import { useAskAgain } from './verification.queries.ts'

function AskAgain({ label = 'Ask again' }: { label?: string }) {
  const askAgain = useAskAgain()
  return (
    <div className={styles.again}>
      <ActionButton loading={askAgain.isPending} onClick={() => askAgain.mutate()}>
        {label}
      </ActionButton>
      {askAgain.error && <FieldMessage>{askAgain.error.message}</FieldMessage>}
    </div>
  )
}

/** Why the request was declined, and from when one may ask again. */
export function DeclinedCard({ decline }: { decline: NonNullable<OwnVerification['decline']> }) {
  const mayAsk = new Date(decline.mayAskAt) <= new Date()
  return (
    <Card className={styles.declined}>
      <h2>Your request was declined</h2>
      <p className="sub">
        Our team wrote on <Day at={decline.at} form="short" />:
      </p>
      <p className={styles.sentence}>{decline.reason}</p>
      {mayAsk ? (
        <p>You may ask again now.</p>
      ) : (
        <p>
          You may ask again from <Day at={decline.mayAskAt} form="short" />, or earlier if our team reopens your request and writes to you.
        </p>
      )}
      {mayAsk && <AskAgain />}
    </Card>
  )
}

export const ReopenedCard = () => (
  <Card>
    <h2>You may ask again</h2>
    <p className="sub">Our team has reopened your request. Ask again, and add what we were missing.</p>
    <AskAgain />
  </Card>
)

/** An administrator has marked onboarding as completed, so the request was never made. */
export const NotRequestedCard = () => (
  <Card>
    <h2>Ask to be verified</h2>
    <p className="sub">Our team reviews your profile once you ask.</p>
    <AskAgain label="Ask to be verified" />
  </Card>
)
