import { arcsWords, ownerAmountOptions, shareAmount, shareCount } from '#domain/arcs.ts'
import { type MinimumShareSize, minimumShareSizes } from '#domain/choices.ts'
import { stepProblems, targetProblem, targetQuickPicks } from '#domain/circle-form.ts'
import { currencySettings, currencyValue, formatDollarField, formatDollars, keepCurrencyCharacters } from '#domain/money.ts'
import { CriterionFields } from '#web/shared/circle/criterion-fields.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { type CircleDraft, type StepProps, toRequest } from './circle-draft.ts'
import styles from './circle-wizard.module.css'
import { DraftRing, type OthersPart } from './draft-ring.tsx'

const problemOf = (draft: CircleDraft, field: string) =>
  stepProblems('FINANCIAL', toRequest(draft)).find((problem) => problem.field === `investmentCriteria.${field}`)?.message

/** When the target or share size changes, the owner keeps the same number of shares at the new price. */
function withTerms(draft: CircleDraft, change: Partial<CircleDraft>): Partial<CircleDraft> {
  const before = optionsOf(draft).findIndex((option) => option.amount === draft.ownerAmount)
  const after = optionsOf({ ...draft, ...change })
  return { ...change, ownerAmount: before < 0 ? null : (after[Math.min(before, after.length - 1)]?.amount ?? null) }
}

const optionsOf = ({ target, shareSize }: CircleDraft) => (target && shareSize ? ownerAmountOptions(target, shareCount(shareSize)) : [])

export function FinancialStep({ draft, change, isLocked, others }: StepProps & { isLocked: boolean; others?: OthersPart | undefined }) {
  const { target, shareSize, ownerAmount, criteria } = draft
  const wrongTarget = target === undefined ? undefined : targetProblem(target)
  const hasTarget = target !== undefined && !wrongTarget
  const options = optionsOf(draft)
  const oneShare = hasTarget && shareSize ? shareAmount(target, shareCount(shareSize)) : null
  return (
    <div className={styles.columns}>
      <Card className={styles.form}>
        {isLocked && (
          <p className={factsStyles.notice}>
            Someone else has joined, so target, share size and your amount are locked: they are what everyone agreed to.
          </p>
        )}
        <ChoiceTiles
          legend="Total target size"
          required
          disabled={isLocked}
          choices={targetQuickPicks.map(({ value, text }) => ({ value: String(value), label: text }))}
          value={target === undefined ? null : String(target)}
          onChange={(value) => change(withTerms(draft, { target: Number(value) }))}
        />
        <CurrencyField
          label="Amount"
          symbol={currencySettings.US.symbol}
          keep={keepCurrencyCharacters}
          parse={currencyValue}
          format={formatDollarField}
          value={target}
          disabled={isLocked}
          onChange={(value) => change(withTerms(draft, { target: value }))}
          error={wrongTarget}
        />
        <hr />
        <ChoiceTiles
          legend="Minimum share size"
          required
          disabled={isLocked}
          choices={minimumShareSizes.map(({ value, text }) => ({
            value,
            label: text,
            detail: hasTarget ? formatDollars(shareAmount(target, shareCount(value))) : undefined,
          }))}
          value={shareSize}
          onChange={(value) => change(withTerms(draft, { shareSize: value as MinimumShareSize }))}
        />
        <hr />
        <ChoiceTiles
          legend="Your investment"
          required
          tone="clay"
          disabled={isLocked}
          choices={options.map((option) => ({
            value: String(option.amount),
            label: formatDollars(option.amount),
            detail: arcsWords(option.arcs),
          }))}
          value={ownerAmount === null ? null : String(ownerAmount)}
          onChange={(value) => change({ ownerAmount: Number(value) })}
          error={ownerAmount === null ? undefined : problemOf(draft, 'ownerInvestmentAmount')}
        />
        <p className="small sub">
          {oneShare === null
            ? 'Choose a target and a share size first.'
            : `Multiples of the minimum share amount, ${formatDollars(oneShare)}.`}
        </p>
        <hr />
        <CriterionFields step="FINANCIAL" values={criteria} onChange={(answer) => change({ criteria: { ...criteria, ...answer } })} />
      </Card>
      <DraftRing draft={draft} others={others} />
    </div>
  )
}
