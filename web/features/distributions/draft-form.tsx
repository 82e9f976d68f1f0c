import { IconAlertTriangle, IconCheck, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Distribution, DistributionList } from '#contract/distributions.ts'
import { paths } from '#contract/paths.ts'
import { reckonedWords } from '#domain/cents.ts'
import { decideDistribution, type PaidArc, payoutsOf } from '#domain/distributions.ts'
import { formatCents } from '#domain/money.ts'
import { belowFloorWords, noteLength } from '#domain/payouts.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CentsRing } from './cents-ring.tsx'
import styles from './draft-form.module.css'
import { ProposeDialog } from './propose-dialogs.tsx'
import { useDistributionActs } from './use-distribution-acts.ts'
import { WhoReceives } from './who-receives.tsx'

type Desk = NonNullable<DistributionList['desk']>

const arcsOf = (desk: Desk): PaidArc[] =>
  desk.arcs.map(({ arc, holder, receiver, declaredCents, openParts }) => ({
    arc,
    holder: holder._id,
    receiver: receiver?._id ?? null,
    declaredCents,
    openParts,
  }))

/** What each would receive of an amount now, reckoned by the rules of the server. */
function previewOf(desk: Desk, amountCents: number) {
  const payouts = payoutsOf(amountCents, arcsOf(desk))
  const names = new Map(desk.arcs.flatMap(({ receiver, holder }) => [receiver ?? holder, holder]).map((person) => [person._id, person]))
  const parts = payouts.map(({ arc, receiver, amountCents: cents }) => ({
    arc,
    amountCents: cents,
    receiver: receiver === null ? null : (names.get(receiver) ?? null),
  }))
  const people = [...new Set(payouts.flatMap(({ receiver }) => receiver ?? []))]
  const rows = people.flatMap((person) => {
    const user = names.get(person)
    const own = payouts.filter(({ receiver }) => receiver === person)
    const amounts = own.map((part) => part.amountCents)
    const sum = amounts.reduce((total, cents) => total + cents, 0)
    const owedCents = own.reduce((total, part) => total + part.owedCents, 0)
    return user
      ? [
          {
            user,
            arcs: own.map(({ arc }) => arc),
            amountCents: sum,
            reckoned: reckonedWords(amounts),
            setOffCents: sum - owedCents,
            owedCents,
          },
        ]
      : []
  })
  const owedCents = payouts.reduce((total, part) => total + part.owedCents, 0)
  return { parts, rows, owedCents, reckoned: reckonedWords(parts.map((part) => part.amountCents)) }
}

type Quick = { readonly label: string; readonly cents: number }

function quickAmounts({ freeCashCents, floorCents, mostCents, lastCents }: Desk): Quick[] {
  const kept = floorCents * 2
  return [
    { label: `Keep ${formatCents(kept)}`, cents: kept > 0 ? freeCashCents - kept : 0 },
    { label: floorCents > 0 ? 'Down to the floor' : 'All free cash', cents: mostCents },
    { label: 'As last time', cents: lastCents ?? 0 },
  ].filter(({ cents }) => cents > 0)
}

function Checks({ desk, amountCents, owedCents, reckoned }: { desk: Desk; amountCents: number; owedCents: number; reckoned: string }) {
  const { freeCashCents, floorCents } = desk
  return (
    <ul className={`${styles.checks} num`}>
      <li>
        <span className={styles.tick} aria-hidden>
          <IconCheck {...iconProps(16)} />
        </span>
        <span>
          <b>Cash stays above the floor</b>
          <span className="small sub">
            {formatCents(freeCashCents)} now, <span className={styles.whole}>−{formatCents(owedCents)}</span>, floor{' '}
            {formatCents(floorCents)}.
          </span>
        </span>
        <b>{formatCents(freeCashCents - owedCents)}</b>
      </li>
      <li>
        <span className={styles.tick} aria-hidden>
          <IconCheck {...iconProps(16)} />
        </span>
        <span>
          <b>The parts make the whole</b>
          <span className="small sub">{reckoned}. No part is edited by hand.</span>
        </span>
        <b>{formatCents(amountCents)}</b>
      </li>
    </ul>
  )
}

type DraftFormProps = { circleId: string; userId: string; desk: Desk; draft: Distribution | null }
type Values = { amountCents: number | undefined; note: string }

/** The treasurer's draft: how much, what each would receive, and what stands in the way. */
export function DraftForm({ circleId, userId, desk, draft }: DraftFormProps) {
  const acts = useDistributionActs(circleId)
  const navigate = useNavigate()
  const [asking, ask] = useState<'propose' | 'delete' | null>(null)
  const form = useSubmitForm<Values, Distribution>({
    initialValues: { amountCents: draft?.amountCents, note: draft?.note ?? '' },
    check: ({ amountCents }) => (amountCents ? [] : [{ field: 'amountCents', message: 'Please give an amount' }]),
    submit: ({ amountCents = 0, note }) => {
      const body = { amountCents, note: note.trim() }
      return draft ? acts.change(draft._id, body) : acts.draft(body)
    },
    onSuccess: (saved) => {
      toast.success('The draft is saved')
      if (!draft) void navigate(paths.circleDistribution(circleId, saved._id), { replace: true })
    },
  })
  const { amountCents = 0, note } = form.values
  const preview = amountCents > 0 ? previewOf(desk, amountCents) : null
  const isCovered = preview !== null && decideDistribution(amountCents, arcsOf(desk), desk).ok
  const isSaved = draft !== null && draft.amountCents === amountCents && draft.note === note.trim()
  const remove = async () => {
    ask(null)
    try {
      if (draft) await acts.remove(draft._id)
      toast.success('The draft is deleted')
      void navigate(paths.circleDistributions(circleId), { replace: true })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong...')
    }
  }
  return (
    <form {...form.formProps} className={styles.root}>
      <SideColumns
        main={
          <>
            <Card className={styles.much}>
              <CardHeader title="How much" />
              <div className={styles.quick}>
                {quickAmounts(desk).map(({ label, cents }) => (
                  <button
                    key={label}
                    type="button"
                    aria-pressed={cents === amountCents}
                    onClick={() => form.field('amountCents').onChange(cents)}
                  >
                    <span className="small sub">{label}</span>
                    <b className="num">{formatCents(cents)}</b>
                    {cents === amountCents && <IconCircleCheck {...iconProps(18)} aria-hidden />}
                  </button>
                ))}
              </div>
              <CentsField label="Amount" required {...form.field('amountCents')} />
              <TextField label="Note" description="Every member reads it." maxLength={noteLength} {...form.field('note')} />
              {preview && isCovered && (
                <Checks desk={desk} amountCents={amountCents} owedCents={preview.owedCents} reckoned={preview.reckoned} />
              )}
              {preview && !isCovered && (
                <div className={styles.refused} role="status">
                  <IconAlertTriangle {...iconProps(18)} aria-hidden />
                  <p>{belowFloorWords(desk.freeCashCents - preview.owedCents, desk.floorCents, desk.mostCents)}</p>
                  {desk.mostCents > 0 && (
                    <ActionButton variant="light" onClick={() => form.field('amountCents').onChange(desk.mostCents)}>
                      Use {formatCents(desk.mostCents)}
                    </ActionButton>
                  )}
                </div>
              )}
            </Card>
            {preview && (
              <WhoReceives
                circleId={circleId}
                userId={userId}
                rows={preview.rows}
                amountCents={amountCents}
                arcs={preview.parts.length}
                waiting={preview.parts.filter(({ receiver }) => receiver === null)}
              />
            )}
          </>
        }
        side={preview ? <CentsRing circleId={circleId} userId={userId} parts={preview.parts} oddCents={draft?.oddCents ?? []} /> : null}
      />
      <div className={styles.acts}>
        {draft && (
          <ActionButton
            className={styles.remove}
            variant="subtle"
            data-flush="start"
            leftSection={<IconTrash {...iconProps(18)} />}
            onClick={() => ask('delete')}
          >
            Delete draft
          </ActionButton>
        )}
        {/* A saved draft is proposed next, and saved again only after a change. */}
        {!isSaved && <SubmitButton label="Save draft" status={form.status} message={form.message} />}
        {draft && (
          <ActionButton disabled={!isSaved || !isCovered} onClick={() => ask('propose')}>
            Propose to the circle
          </ActionButton>
        )}
      </div>
      {draft && !isSaved && <p className="small sub">Save the draft first, then propose it.</p>}
      {draft && asking === 'propose' && <ProposeDialog circleId={circleId} distribution={draft} what="post" onClose={() => ask(null)} />}
      <ConfirmDialog
        opened={asking === 'delete'}
        title="Delete this draft?"
        confirmLabel="Delete"
        consequence="Only you have seen it. Nothing was proposed."
        onCancel={() => ask(null)}
        onConfirm={() => void remove()}
      />
    </form>
  )
}
