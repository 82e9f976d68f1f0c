import { IconCircleCheck, IconEyeOff, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ReportDetail } from '#contract/reports.ts'
import { isolate } from '#domain/isolate.ts'
import { longestSuspension } from '#domain/person.ts'
import { canBeHidden, type ReportDecision } from '#domain/reports.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { namesTogether } from './report-words.ts'
import styles from './reports.module.css'
import { useDecideReport } from './reports.queries.ts'

const hidingWords: Readonly<Record<ReportDetail['kind'], string>> = {
  person: '',
  circle: 'Only its members, brokers and administrators see it.',
  property: 'Its place says “Hidden by an administrator”. Its votes stay.',
  post: 'Its place says “Hidden by an administrator”.',
  question: 'It and its answer say “Hidden by an administrator”.',
}

const buttons: Readonly<Record<ReportDecision, { readonly label: string; readonly done: string }>> = {
  dismissed: { label: 'Dismiss', done: 'Dismissed' },
  hidden: { label: 'Hide it', done: 'Hidden' },
  suspended: { label: 'Suspend', done: 'User suspended' },
}

/** What can be decided: a thing that is gone is not hidden, and nobody is suspended twice. */
function choicesOf({ kind, now, person }: ReportDetail) {
  return [
    { value: 'dismissed', label: 'Dismiss', detail: 'It stays as it is.', icon: <IconCircleCheck {...iconProps(21)} /> },
    ...(canBeHidden(kind) && now.state !== 'deleted' && now.state !== 'hidden'
      ? [{ value: 'hidden', label: 'Hide it', detail: hidingWords[kind], icon: <IconEyeOff {...iconProps(21)} /> }]
      : []),
    ...(person && !person.isSuspended
      ? [
          {
            value: 'suspended',
            label: 'Suspend with a reason',
            detail: `${isolate(person.name)} cannot sign in, and reads the reason.`,
            icon: <IconUserOff {...iconProps(21)} />,
          },
        ]
      : []),
  ]
}

/** Three tiles and one button that follows the choice. Afterwards the next report is shown. */
export function ReportDecisionForm({ report, query }: { report: ReportDetail; query: string }) {
  const [chosen, choose] = useState<ReportDecision>('dismissed')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const navigate = useNavigate()
  const decide = useDecideReport(report._id, (order) => {
    toast.success(buttons[order.decision].done)
    void navigate({ pathname: paths.adminReports, search: query }, { preventScrollReset: true })
  })
  const choices = choicesOf(report)
  // What can be chosen may change while the page is open.
  const decision = choices.some(({ value }) => value === chosen) ? chosen : 'dismissed'
  const reporters = namesTogether(report.reasons.map(({ reporter }) => reporter.name))

  const send = () => {
    const isIncomplete = decision === 'suspended' && reason.trim() === ''
    setMissing(isIncomplete)
    if (isIncomplete) return
    decide.mutate(decision === 'suspended' ? { decision, reason: reason.trim() } : { decision })
  }
  return (
    <div className={styles.decision}>
      <ChoiceTiles
        legend="Your decision"
        layout="rows"
        choices={choices}
        value={decision}
        onChange={(value) => choose(value as ReportDecision)}
      />
      {decision === 'suspended' && (
        <CountedTextArea
          label="Reason"
          required
          value={reason}
          onChange={setReason}
          maxLength={longestSuspension}
          hint="The person reads these words."
          error={isMissing && reason.trim() === '' ? 'Please give a reason' : undefined}
        />
      )}
      {decide.error && <FieldMessage>{decide.error.message}</FieldMessage>}
      <div className={styles.send}>
        <p className="small sub">{reporters} will be told that it was looked at, not what was done.</p>
        <ActionButton loading={decide.isPending} onClick={send} {...(decision === 'suspended' && { color: 'red' })}>
          {buttons[decision].label}
        </ActionButton>
      </div>
    </div>
  )
}
