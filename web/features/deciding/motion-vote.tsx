import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Motion } from '#contract/motions.ts'
import { arcsWords } from '#domain/arcs.ts'
import { percentOf } from '#domain/counting.ts'
import { kindOf } from '#domain/motion-kinds.ts'
import { type MotionChoice, motionChoices, voteWouldWords } from '#domain/motions.ts'
import { longestReason } from '#domain/thread.ts'
import { useWaiting } from '#web/api/waiting-acts.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ChangedMeanwhile } from '#web/shared/vote/changed-meanwhile.tsx'
import { ChoiceBadge, ChoiceSign, choiceLabel, toneOf } from '#web/shared/vote/choices.tsx'
import { useReadVersion } from '#web/shared/vote/use-read-version.ts'
import { SentLater } from '#web/shared/waiting/sent-later.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion.module.css'
import { motionChanges } from './motion-changes.tsx'
import type { MotionPartProps } from './motion-parts.ts'
import { titleOf } from './motion-words.ts'
import { motionVoteSubject, useMotionActs } from './motions.queries.ts'

const tiles = motionChoices.map((choice) => ({
  value: choice,
  label: choiceLabel(choice),
  tone: toneOf(choice),
  icon: <ChoiceSign choice={choice} size={22} />,
}))

/** What the vote would do, said before it is saved. */
function wouldWords({ facts, ballots, countBy, rule }: Motion, userId: string, choice: MotionChoice): string {
  return voteWouldWords(
    facts.kind,
    { countBy, moreThan: rule.moreThan, quorum: percentOf(rule.quorum), mayReplaceOwner: kindOf(facts.kind).mayReplaceOwner ?? false },
    ballots,
    ballots.flatMap(({ user, choice: cast }) => (cast === null ? [] : [{ user, choice: cast }])),
    ballots.filter(({ isLeftOut }) => isLeftOut).map(({ user }) => user),
    { user: userId, choice },
  )
}

type KeptBallot = { readonly choice: MotionChoice; readonly reason: string | null }

/** The reader's own vote, until the motion closes. */
export function MotionVote({ circleId, motion, userId }: MotionPartProps) {
  const own = motion.ballots.find(({ user }) => user === userId)
  const { vote, refetch } = useMotionActs(circleId, motion._id)
  const { read, isOutdated, readAgain } = useReadVersion(motion)
  const act = useWaiting(motionVoteSubject(motion._id))
  const kept = act && motion.mayVote ? { act, ballot: act.body as KeptBallot } : null
  const [isChanging, setChanging] = useState(false)
  const saved = { choice: own?.choice ?? null, reason: own?.reason ?? '' }
  const form = useSubmitForm({
    initialValues: saved,
    submit: async ({ choice, reason }) => {
      if (choice === null) return
      try {
        await vote({ choice, reason: reason.trim() || null, version: read.version }, titleOf(motion))
        setChanging(false)
      } catch (error) {
        void refetch()
        throw error
      }
    },
  })
  const { choice, reason } = form.values
  const isChanged = choice !== saved.choice || reason.trim() !== saved.reason
  // A vote that was kept here, or cast elsewhere, arrives after the first reading: fields nobody touched show it.
  const [followed, follow] = useState(saved)
  useEffect(() => {
    if (saved.choice === followed.choice && saved.reason === followed.reason) return
    follow(saved)
    if (choice === followed.choice && reason === followed.reason) form.set(saved)
  })
  if (!own) return null
  const isOpen = motion.endedAt === null
  // A motion that closes meanwhile keeps what was typed.
  const wasTyping = !isOpen && isChanged && form.status !== 'success'
  return (
    <Card className={styles.vote} aria-label="Your vote">
      <CardHeader title="Your vote" aside={<span className="small sub num">{arcsWords(own.arcs + own.late)}</span>} />
      {own.isLeftOut && <p className="sub">You have no vote on this motion.</p>}
      {!own.isLeftOut && !isOpen && (
        <p className={styles.voted}>
          {own.choice === null ? 'You did not vote.' : 'You voted'} {own.choice !== null && <ChoiceBadge choice={own.choice} />}
        </p>
      )}
      {kept && !isChanging && (
        <div className={styles.voteForm}>
          <ChoiceTiles
            legend="Your vote"
            hideLegend
            layout="stacked"
            columns={3}
            choices={tiles}
            value={kept.ballot.choice}
            disabled
            onChange={() => {}}
          />
          <SentLater
            act={kept.act}
            onTakenBack={() => form.set(saved)}
            action={
              <ActionButton variant="outline" onClick={() => setChanging(true)}>
                Change Vote
              </ActionButton>
            }
          >
            It counts from the moment it arrives. The motion closes on <Moment at={motion.closesAt} />.
          </SentLater>
        </div>
      )}
      {!own.isLeftOut && (!kept || isChanging) && (motion.mayVote || wasTyping) && (
        <form className={styles.voteForm} {...form.formProps}>
          {isOutdated && motion.mayVote && (
            <ChangedMeanwhile
              what="motion"
              changes={motionChanges(read, motion)}
              onRead={() => {
                readAgain()
                // Takes away the message of the refused vote.
                form.set({})
              }}
            />
          )}
          <ChoiceTiles
            legend="Your vote"
            hideLegend
            layout="stacked"
            columns={3}
            choices={tiles}
            value={choice}
            disabled={!motion.mayVote}
            onChange={(value) => form.set({ choice: value as MotionChoice })}
          />
          <CountedTextArea
            label="Your reason (optional)"
            description="The members of your circle read this."
            rows={2}
            maxLength={longestReason}
            {...form.field('reason')}
          />
          {wasTyping && <FieldMessage>The motion closed while you were writing. Your reason is kept.</FieldMessage>}
          {motion.mayVote && (
            <>
              {choice !== null && (
                <IconNote icon={<IconInfoCircle {...iconProps(16)} />} isLive>
                  {wouldWords(motion, userId, choice)}
                </IconNote>
              )}
              <SubmitButton
                label="Save Vote"
                fullWidth
                status={form.status === 'success' && isChanged ? null : form.status}
                message={form.message}
                disabled={isOutdated || choice === null || (!isChanged && form.status !== 'success')}
              />
            </>
          )}
        </form>
      )}
      {motion.mayDeclareConflict && <DeclareConflict circleId={circleId} motion={motion} arcs={own.arcs} />}
    </Card>
  )
}

/** A member may say of themself, and of nobody else, that they profit. */
function DeclareConflict({ circleId, motion, arcs }: { circleId: string; motion: Motion; arcs: number }) {
  const [isAsking, ask] = useState(false)
  const { declareConflict } = useMotionActs(circleId, motion._id)
  const confirm = () =>
    declareConflict.mutate(undefined, {
      onSuccess: () => toast.success('You are left out of this vote'),
      onError: toastFailure,
      onSettled: () => ask(false),
    })
  return (
    <>
      <ActionButton variant="subtle" data-flush="start" className={styles.profit} onClick={() => ask(true)}>
        I profit from this
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        pending={declareConflict.isPending}
        title="Do you profit from this?"
        consequence={`You will have no vote on this motion, and your ${arcsWords(arcs)} will not be counted. The page names you and says why.`}
        confirmLabel="Leave me out"
        onCancel={() => ask(false)}
        onConfirm={confirm}
      />
    </>
  )
}
