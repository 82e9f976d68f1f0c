import { IconCircleMinus, IconClock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Question } from '#contract/questions.ts'
import { isolate } from '#domain/isolate.ts'
import { useUser } from '#web/api/session.ts'
import { ReportButton } from '#web/shared/report/report-button.tsx'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { longestToast, longToast, toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './before-joining.module.css'
import { useQuestion } from './questions.queries.ts'

// A separate chunk, because only owners answer.
const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

const [, anchor = ''] = paths.circleQuestions('').split('#')

/** Takes a question away, and offers Undo for ten seconds. */
function useTakeAway(circleId: string, question: Question) {
  const { remove, restore } = useQuestion(circleId, question)
  // Promises, not callbacks of mutate: those are dropped when the row leaves the list first, by the live event of this very act.
  const undo = () => {
    restore.mutateAsync().then(() => toast.success('The question is back', { duration: longToast }), toastFailure)
  }
  const takeAway = () => {
    remove.mutateAsync().then(() => {
      const close = toast.success(
        <span className={styles.undo}>
          The question is gone from the page
          <ActionButton
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              close()
              undo()
            }}
          >
            Undo
          </ActionButton>
        </span>,
        { duration: longestToast },
      )
    }, toastFailure)
  }
  return { takeAway, isPending: remove.isPending }
}

const Words = ({ post }: { post: { readonly state: string; readonly text: string } }) =>
  post.state === 'shown' ? <LinkedText>{post.text}</LinkedText> : <span className="sub">Hidden by an administrator</span>

/** What asker and owner read of a question that is not on the public page. */
function stateNote({ state, isMine, mayAnswer }: Question, owner: string | null): ReactNode {
  const who = owner === null ? 'The owner' : isolate(owner)
  if (state === 'waiting') {
    const words = isMine
      ? `${who} has not answered yet. Only the two of you see it.`
      : 'Waits for an answer. Only you and the asker see it.'
    return mayAnswer || isMine ? (
      <IconNote className={styles.note} icon={<IconClock {...iconProps(16)} />}>
        {words}
      </IconNote>
    ) : null
  }
  if (state !== 'declined') return null
  const words = isMine ? `${who} declined to answer.` : 'Declined.'
  return (
    <IconNote className={styles.note} icon={<IconCircleMinus {...iconProps(16)} />}>
      {words} It is not shown to others.
    </IconNote>
  )
}

type ItemProps = { circleId: string; question: Question; owner: string | null; onAnswer: () => void }

function QuestionItem({ circleId, question, owner, onAnswer }: ItemProps) {
  const { asked, answered, isMine, mayAnswer, mayTakeAway } = question
  const { takeAway, isPending } = useTakeAway(circleId, question)
  const mayReport = useUser() !== null && !isMine && asked.state === 'shown'
  return (
    <li>
      <p className={styles.question}>
        <Words post={asked} />
      </p>
      <p className={styles.meta}>
        {isMine ? 'You' : asked.by === null ? 'Someone' : <bdi>{asked.by}</bdi>} asked, <Day at={asked.at} form="short" />
      </p>
      {answered && (
        <>
          <div className={styles.answer}>
            <Words post={answered} />
          </div>
          <p className={`${styles.meta} ${styles.answerMeta}`}>
            {answered.by === null ? 'The owner' : <bdi>{answered.by}</bdi>} answered, <Day at={answered.at} form="short" />
          </p>
        </>
      )}
      {stateNote(question, owner)}
      {(mayAnswer || mayTakeAway || mayReport) && (
        <div className={styles.acts}>
          {mayAnswer && (
            <ActionButton variant="outline" size="sm" onClick={onAnswer}>
              Answer
            </ActionButton>
          )}
          {mayTakeAway && (
            <ActionButton variant="subtle" size="sm" data-flush="start" loading={isPending} onClick={takeAway}>
              Take away
            </ActionButton>
          )}
          {mayReport && <ReportButton kind="question" id={question._id} name={`the question “${asked.text}”`} size="icon" />}
        </div>
      )}
    </li>
  )
}

type QuestionsProps = {
  circleId: string
  questions: readonly Question[]
  owner: string | null
  /** How many older ones can be shown. */
  earlier: number
  onEarlier: () => void
}

/** What was asked before joining. Who comes by a notice about questions gets the one that waits longest to answer. */
export function Questions({ circleId, questions, owner, earlier, onEarlier }: QuestionsProps) {
  const { hash, key } = useLocation()
  const [chosen, choose] = useState<string | null>(null)
  const [closedAt, closeAt] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const isWanted = hash === `#${anchor}`
  useEffect(() => {
    if (isWanted && key) place.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, key])
  const waiting = questions.filter(({ mayAnswer }) => mayAnswer)
  const opened = waiting.find(({ _id }) => _id === chosen) ?? (isWanted && closedAt !== key ? waiting[0] : undefined)
  const close = () => {
    choose(null)
    closeAt(key)
  }
  const count = questions.filter(({ state }) => state === 'answered').length
  const others = questions.filter(({ mayAnswer }) => !mayAnswer)
  return (
    <div id={anchor} ref={place} className={styles.questionsPlace}>
      <Card>
        <CardHeader title="Questions" aside={count > 0 && <span className="small sub num">{count} answered</span>} />
        {earlier > 0 && (
          <ActionButton variant="subtle" data-flush="start" onClick={onEarlier}>
            Show earlier questions
          </ActionButton>
        )}
        {questions.length === 0 && <p className="sub">Nobody has asked yet.</p>}
        {questions.length > 0 && (
          <ul className={styles.questions}>
            {[...waiting, ...others].map((question) => (
              <QuestionItem
                key={question._id}
                circleId={circleId}
                question={question}
                owner={owner}
                onAnswer={() => choose(question._id)}
              />
            ))}
          </ul>
        )}
      </Card>
      {opened && (
        <Suspense>
          <AnswerDialog key={opened._id} circleId={circleId} question={opened} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
