import { useState } from 'react'
import type { YearStatement } from '#contract/statements.ts'
import { arcsWords } from '#domain/arcs.ts'
import { hasRows, type StatementFigures, statementWaitWords } from '#domain/statement-figures.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { amountText } from './amount-text.ts'
import { HeldRing } from './held-ring.tsx'
import { saveYearPack, useIssueStatements } from './statement.queries.ts'
import styles from './statement-page.module.css'

/** Beside the figures: whose the arcs are, what the circle has, and the year for an accountant. */
export function StatementSide({ statement, userId }: { statement: YearStatement; userId: string }) {
  const { isFormer, isTreasurer, state } = statement
  return (
    <div className={styles.side}>
      <Card className={styles.ringCard}>
        <HeldRing statement={statement} userId={userId} />
      </Card>
      {statement.figures.has && <AddsUp figures={statement.figures as StatementFigures} />}
      {isTreasurer && state !== 'issued' && state !== 'running' && <Issue statement={statement} />}
      {!isFormer && <Pack statement={statement} />}
    </div>
  )
}

function AddsUp({ figures }: { figures: StatementFigures }) {
  const rows = hasRows(figures)
  return (
    <Card>
      <CardHeader title="The circle adds up" />
      <dl className={`${factsStyles.root} num`}>
        {rows.map(({ label, amountCents }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{amountText(amountCents)}</dd>
          </div>
        ))}
        <div className={styles.fact}>
          <dt>
            <b>Capital of {arcsWords(figures.arcsOfCircle)}</b>
          </dt>
          <dd>{amountText(rows.reduce((sum, { amountCents }) => sum + amountCents, 0))}</dd>
        </div>
      </dl>
      <p className="small sub">All statements of {figures.year} add up to this, to the cent.</p>
    </Card>
  )
}

function Issue({ statement: { circle, figures, state, suspenseCents } }: { statement: YearStatement }) {
  const [isAsking, ask] = useState(false)
  const [isIssuing, setIssuing] = useState(false)
  const issue = useIssueStatements(circle._id, figures.year)
  const confirm = async () => {
    setIssuing(true)
    try {
      await issue()
      toast.success(`The statements of ${figures.year} are issued`)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      setIssuing(false)
      ask(false)
    }
  }
  return (
    <Card data-no-print>
      <CardHeader title={`Issue ${figures.year}`} />
      <p>{statementWaitWords(state, suspenseCents)}</p>
      <ActionButton disabled={state !== 'ready'} onClick={() => ask(true)}>
        Issue {figures.year}
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title={`Issue the statements of ${figures.year}?`}
        consequence={`Everyone who held an arc in ${figures.year} gets theirs. They are frozen: what is found later stands in those of the next year.`}
        confirmLabel={`Issue ${figures.year}`}
        pending={isIssuing}
        onConfirm={() => void confirm()}
        onCancel={() => ask(false)}
      />
    </Card>
  )
}

function Pack({ statement: { circle, figures, isTreasurer } }: { statement: YearStatement }) {
  const [failure, setFailure] = useState('')
  const save = async () => {
    setFailure('')
    try {
      await saveYearPack(circle._id, figures.year)
    } catch {
      setFailure('The pack could not be made. Please try again.')
    }
  }
  return (
    <Card data-no-print>
      <CardHeader title="Year pack" />
      <p>
        The book as CSV and as a journal, every balance, share and month, and {isTreasurer ? 'the capital of each member' : 'your capital'}.
        Figures for your accountant: from these files alone each of them can be reckoned again.
      </p>
      <DownloadButton onDownload={save}>Download ZIP</DownloadButton>
      <p role="status" className={styles.failure}>
        {failure}
      </p>
    </Card>
  )
}
