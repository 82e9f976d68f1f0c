import { IconMessage2Question, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { refusals } from '#contract/errors.ts'
import type { VerificationReview } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { askAgainDays, longestSentence, needsSentence, readyQuestions, sentenceProblem } from '#domain/verification.ts'
import { ApiError } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { useUndoToast } from '#web/shared/verification/undo-verification.tsx'
import { useVerify } from '#web/shared/verification/use-verify.ts'
import { useDecide } from '#web/shared/verification/verification.queries.ts'
import { VerifyDialog } from '#web/shared/verification/verify-dialog.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { longestToast, toast } from '#web/ui/feedback/toast.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './review.module.css'

const decisions = ['verified', 'asked', 'declined'] as const
type Decision = (typeof decisions)[number]

const labels: Readonly<Record<Decision, string>> = {
  verified: 'A sentence for the mail',
  asked: 'What do you need?',
  declined: 'Why do you decline?',
}
const buttons: Readonly<Record<Decision, string>> = {
  verified: 'Verify User',
  asked: 'Send question',
  declined: 'Decline, with your reason',
}
const done: Readonly<Record<Decision, string>> = { verified: 'User verified', asked: 'Question sent', declined: 'Request declined' }

const icons = {
  verified: <IconUserCheck {...iconProps(20)} />,
  asked: <IconMessage2Question {...iconProps(20)} />,
  declined: <IconUserX {...iconProps(20)} />,
}

/** Adds the ready-made question to the text, or takes it out again. Words typed by the administrator stay. */
const withQuestion = (text: string, question: string): string =>
  text.includes(question) ? text.replace(question, '').trim() : `${text.trim()} ${question}`.trim()

type DecisionFormProps = {
  review: VerificationReview
  isInQueue: boolean
  /** Opens the page that follows. */
  onDecided: () => Promise<void>
}

/** One button follows the choice; what was written for each choice is kept. */
export function DecisionForm({ review, isInQueue, onDecided }: DecisionFormProps) {
  const { user, lastDecision } = review
  const [parameters] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const isSelf = useUser()?._id === user._id
  const [decision, choose] = useState<Decision>(parameters.get('decision') === 'asked' ? 'asked' : 'verified')
  const [sentences, write] = useState<Readonly<Record<Decision, string>>>({ verified: '', asked: '', declined: '' })
  const [isRevealed, reveal] = useState(false)
  const [isAsking, ask] = useState(false)
  const [isFocusing, focusQuestion] = useState(false)
  const decide = useDecide(user._id)
  const notify = useVerify(user._id)
  const offerUndo = useUndoToast()
  const sentence = sentences[decision]
  const problem = sentenceProblem(decision, sentence)
  const set = (text: string) => write({ ...sentences, [decision]: text })
  const name = user.firstName
  // Until the next page is open, so that nothing is decided twice.
  const isBusy = decide.isPending || decide.isSuccess

  const send = async () => {
    try {
      await decide.mutateAsync({ decision, sentence: sentence.trim(), lastDecision })
      toast.success(done[decision])
      if (decision === 'verified') {
        toast.success('Verification email sent successfully!', { icon: 'mail' })
        offerUndo(user)
      }
      await onDecided()
    } catch (error) {
      ask(false)
      // The form may be gone by then, because the page shows what the other administrator decided.
      if (error instanceof ApiError && error.code === 'verification_decided') toast.error(error.message, { duration: longestToast })
    }
  }
  const submit = () => {
    reveal(true)
    if (problem) return
    if (decision === 'asked') void send()
    else ask(true)
  }
  const askForMore = () => {
    ask(false)
    choose('asked')
    reveal(false)
    focusQuestion(true)
  }
  useEffect(() => {
    if (isFocusing) form.current?.querySelector('textarea')?.focus()
  }, [isFocusing])
  return (
    <Card aria-label="Your decision">
      <h2>Your decision</h2>
      {isSelf && <p className="small sub">{refusals.own_flags.error}</p>}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) submit()
        }}
      >
        <ChoiceTiles
          legend="Your decision"
          hideLegend
          layout="rows"
          disabled={isSelf}
          value={decision}
          onChange={(value) => {
            choose(value as Decision)
            reveal(false)
            focusQuestion(false)
            decide.reset()
          }}
          choices={[
            { value: 'verified', label: 'Verify', detail: `${isolate(name)} can join, create and vote.`, icon: icons.verified },
            {
              value: 'asked',
              label: 'Ask for more',
              detail: `${isolate(name)} is mailed your question and keeps waiting.`,
              icon: icons.asked,
            },
            {
              value: 'declined',
              label: 'Decline',
              detail: `${isolate(name)} is told why and may try again after ${askAgainDays} days.`,
              icon: icons.declined,
            },
          ]}
        />
        {decision === 'asked' && (
          <ChoicePills
            legend="Ready-made questions"
            hideLegend
            choices={readyQuestions.map(({ label }) => ({ value: label, label }))}
            values={readyQuestions.filter(({ text }) => sentence.includes(text)).map(({ label }) => label)}
            onChange={(chosen) => {
              const toggled = readyQuestions.find(({ label, text }) => chosen.includes(label) !== sentence.includes(text))
              if (toggled) set(withQuestion(sentence, toggled.text))
            }}
          />
        )}
        <CountedTextArea
          key={decision}
          label={labels[decision]}
          required={needsSentence(decision)}
          rows={4}
          maxLength={longestSentence}
          hint={`${isolate(name)} reads this word for word.`}
          disabled={isSelf}
          value={sentence}
          onChange={set}
          error={isRevealed && problem}
        />
        {decide.error && <FieldMessage>{decide.error.message}</FieldMessage>}
        <div className={styles.buttons}>
          {/* A new button for each choice: the dialog would otherwise give the focus back to it, not to the question. */}
          <ActionButton
            key={decision}
            type="submit"
            fullWidth
            disabled={isSelf}
            loading={isBusy}
            {...(decision === 'declined' && { variant: 'outline', color: 'red' })}
          >
            {buttons[decision]}
          </ActionButton>
          <ActionButton variant="subtle" fullWidth loading={notify.isPending} onClick={() => void notify.verify({ notifyOnly: true })}>
            Send Email Notification
          </ActionButton>
        </div>
      </form>
      <p className="small muted">
        {decision !== 'asked' && `Asks once more before anything happens. ${isInQueue ? 'Then the next person. ' : ''}`}
        The mail holds your {decision === 'asked' ? 'question' : 'sentence'} and a link, never the documents.
      </p>
      <ConfirmDialog
        opened={isAsking && decision === 'declined'}
        title={`Decline ${isolate(fullName(user))}?`}
        consequence={`${isolate(name)} is mailed your reason, and may ask again after ${askAgainDays} days or when an administrator reopens it.`}
        warning={null}
        confirmLabel="Decline"
        pending={isBusy}
        onCancel={() => ask(false)}
        onConfirm={() => void send()}
      />
      <VerifyDialog
        review={review}
        opened={isAsking && decision === 'verified'}
        pending={isBusy}
        onCancel={() => ask(false)}
        onConfirm={() => void send()}
        onAskForMore={askForMore}
      />
    </Card>
  )
}
