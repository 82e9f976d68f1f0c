import type { ReactNode } from 'react'
import type { Motion } from '#contract/motions.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import {
  type FactsOf,
  type FormKind,
  isFormKind,
  type MotionFacts,
  mostCents,
  payeeLength,
  type SpendCategory,
  type SpendPeriod,
  spendCategories,
  whyLength,
} from '#domain/motion-kinds.ts'
import { motionClosingProblem } from '#domain/motions.ts'
import type { Rules } from '#domain/outcome.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import type { MotionBasis, Proposal } from './motions.queries.ts'

/** The payee is related to nobody. Different from `nullValue`: it has to be said. */
export const noMember = 'none'

/** Named as in the request, so that the server's problems are shown under their fields. */
export type MotionValues = {
  kind: FormKind
  title: string
  text: string
  amountCents: number | undefined
  category: SpendCategory | typeof nullValue
  monthlyCents: number | undefined
  payee: string
  relatedMember: string
  every: SpendPeriod | typeof nullValue
  until: string | null
  member: string
  floorCents: number | undefined
  emergencyCents: number | undefined
  leastPriceCents: number | undefined
  month: string
  dueDay: string | null
  why: string
  /** Versions of the circle's documents. */
  documents: readonly string[]
  closesAt: string | null
}

type Start = { readonly kind: FormKind; readonly month?: string | null }

/** Of a new motion, or of the one that is changed or replaced. */
export function valuesOf({ kind, month }: Start, { reserve }: Pick<MotionBasis, 'reserve'>, motion?: Motion): MotionValues {
  const facts = motion?.facts
  const spend = facts?.kind === 'spend' ? facts : null
  return {
    kind: facts && isFormKind(facts.kind) ? facts.kind : kind,
    title: motion?.title ?? '',
    text: motion?.text ?? '',
    amountCents: facts && 'amountCents' in facts ? facts.amountCents : undefined,
    category: spend?.category ?? nullValue,
    monthlyCents: spend?.monthlyCents ?? undefined,
    payee: motion?.payee ?? '',
    relatedMember: facts && 'relatedMember' in facts ? (facts.relatedMember ?? noMember) : nullValue,
    every: spend?.repeats?.every ?? nullValue,
    until: spend?.repeats?.until ?? null,
    member: facts && 'member' in facts ? facts.member : nullValue,
    floorCents: facts?.kind === 'reserve' ? facts.floorCents : reserve.floorCents,
    emergencyCents: facts?.kind === 'reserve' ? facts.emergencyCents : reserve.emergencyCents,
    leastPriceCents: facts?.kind === 'sell' ? facts.leastPriceCents : undefined,
    month: facts?.kind === 'reopen' ? facts.month : (month ?? nullValue),
    dueDay: facts?.kind === 'call' ? facts.dueDay : null,
    why: facts && 'why' in facts ? facts.why : '',
    documents: motion?.documents.map(({ versionId }) => versionId) ?? [],
    closesAt: motion?.endedAt === null ? motion.closesAt : null,
  }
}

type FieldCheck = readonly [field: keyof MotionValues, problem: string | null]

type FactFieldsProps = {
  form: SubmitForm<MotionValues>
  basis: MotionBasis
  /** The proposer. */
  userId: string
  /** Who has no vote was announced with the motion, so a change cannot move it. */
  isChange: boolean
}

/** How a kind of motions is proposed; its words and rule are in domain/motion-kinds.ts. */
type KindForm<Facts extends MotionFacts> = {
  /** Besides title, text and closing date. */
  readonly fields?: (props: FactFieldsProps) => ReactNode
  readonly checks?: (values: MotionValues) => readonly FieldCheck[]
  /** The values have been checked. */
  readonly facts: (values: MotionValues, rules: Rules) => Facts
}

const amountProblem = (cents: number | undefined, least: number): string | null => {
  if (cents === undefined) return 'Please give an amount'
  if (cents < least) return 'Please give an amount above zero'
  return cents > mostCents ? 'This amount is too large' : null
}

const forms: { readonly [Kind in FormKind]: KindForm<FactsOf<Kind>> } = {
  general: { facts: () => ({ kind: 'general' }) },
  spend: {
    fields: SpendFields,
    checks: (values) => [
      ['amountCents', amountProblem(values.amountCents, 1)],
      ['category', values.category === nullValue ? 'Please choose a category' : null],
      ['payee', values.category === 'loan' && values.payee.trim() === '' ? 'Please name the lender' : null],
      ['monthlyCents', values.category === 'loan' ? amountProblem(values.monthlyCents, 1) : null],
      ['relatedMember', values.relatedMember === nullValue ? 'Please say whether the payee is related to a member' : null],
      ['until', values.every !== nullValue && values.category !== 'loan' && values.until === null ? 'Please give a day' : null],
    ],
    facts: (values) => ({
      kind: 'spend',
      amountCents: values.amountCents ?? 0,
      category: values.category === nullValue ? 'other' : values.category,
      repeats: values.every === nullValue || values.category === 'loan' ? null : { every: values.every, until: values.until ?? '' },
      relatedMember: values.relatedMember === noMember ? null : values.relatedMember,
      ...(values.category === 'loan' && { monthlyCents: values.monthlyCents }),
    }),
  },
  treasurer: {
    fields: ({ form, basis: { holders, treasurer } }) => (
      <SelectField
        label="Treasurer"
        required
        options={holders.filter(({ _id }) => _id !== treasurer?._id).map(({ _id, name }) => ({ value: _id, text: name }))}
        {...form.field('member')}
        description={`${treasurer ? `Now: ${isolate(treasurer.name)}` : 'Now: the owner'}. The member named has to vote yes.`}
      />
    ),
    checks: ({ member }) => [['member', member === nullValue ? 'Please choose a member' : null]],
    facts: ({ member }) => ({ kind: 'treasurer', member }),
  },
  reserve: {
    fields: ({ form }) => (
      <>
        <CentsField label="Reserve floor" description="Free cash must not go below this" required {...form.field('floorCents')} />
        <CentsField
          label="Emergency limit"
          description="What the treasurer may spend in a month without a motion, all together"
          required
          {...form.field('emergencyCents')}
        />
      </>
    ),
    checks: ({ floorCents, emergencyCents }) => [
      ['floorCents', amountProblem(floorCents, 0)],
      ['emergencyCents', amountProblem(emergencyCents, 0)],
    ],
    facts: ({ floorCents = 0, emergencyCents = 0 }) => ({ kind: 'reserve', floorCents, emergencyCents }),
  },
  call: {
    fields: ({ form }) => (
      <>
        <CentsField label="Amount in all" description="Asked in equal parts per arc" required {...form.field('amountCents')} />
        <DateField label="Due" required {...form.field('dueDay')} />
        <WhyField form={form} label="Why" />
      </>
    ),
    checks: ({ amountCents, dueDay, why }) => [
      ['amountCents', amountProblem(amountCents, 1)],
      ['dueDay', dueDay === null ? 'Please give a day' : null],
      ['why', why.trim() === '' ? 'Please say why' : null],
    ],
    facts: ({ amountCents = 0, dueDay, why }) => ({ kind: 'call', amountCents, dueDay: dueDay ?? '', why: why.trim() }),
  },
  owner: {
    fields: ({ form, basis: { fitOwners }, basis }) => (
      <MemberField form={form} basis={basis} ids={fitOwners} label="New owner" description="They have to vote yes themselves" />
    ),
    checks: ({ member }) => [['member', member === nullValue ? 'Please choose a member' : null]],
    facts: ({ member }) => ({ kind: 'owner', member }),
  },
  let_go: {
    fields: ({ form, basis: { letGo }, basis }) => (
      <MemberField form={form} basis={basis} ids={letGo} label="Member" description="Has no vote on this motion" />
    ),
    checks: ({ member }) => [['member', member === nullValue ? 'Please choose a member' : null]],
    facts: ({ member }) => ({ kind: 'let_go', member }),
  },
  give_up: {
    fields: ({ form }) => <WhyField form={form} label="Why the purchase is given up" />,
    checks: ({ why }) => [['why', why.trim() === '' ? 'Please say why' : null]],
    facts: ({ why }) => ({ kind: 'give_up', why: why.trim() }),
  },
  reopen: {
    fields: ({ form, basis: { closedMonths } }) => (
      <SelectField
        label="Month"
        required
        options={closedMonths.map((month) => ({ value: month, text: formatCalendarMonth(month) }))}
        {...form.field('month')}
        description="Every closed month after it is opened with it"
      />
    ),
    checks: ({ month }) => [['month', month === nullValue ? 'Please choose a month' : null]],
    facts: ({ month }) => ({ kind: 'reopen', month }),
  },
  sell: {
    fields: (props) => (
      <>
        <CentsField label="Price, at least" required {...props.form.field('leastPriceCents')} />
        <RelatedField {...props} whom="buyer" />
        <WhyField form={props.form} label="Why" />
      </>
    ),
    checks: ({ leastPriceCents, relatedMember, why }) => [
      ['leastPriceCents', amountProblem(leastPriceCents, 1)],
      ['relatedMember', relatedMember === nullValue ? 'Please say whether the buyer is related to a member' : null],
      ['why', why.trim() === '' ? 'Please say why' : null],
    ],
    facts: ({ leastPriceCents = 0, relatedMember, why }) => ({
      kind: 'sell',
      leastPriceCents,
      relatedMember: relatedMember === noMember ? null : relatedMember,
      why: why.trim(),
    }),
  },
  // Its fields have their own state.
  rules: { facts: (_, rules) => ({ kind: 'rules', rules }) },
  release: { facts: () => ({ kind: 'release' }) },
  wind_up: { facts: () => ({ kind: 'wind_up' }) },
}

export const formOf = (kind: FormKind): KindForm<MotionFacts> => forms[kind]

/** In the order of the form. `now` in milliseconds. */
export function motionProblems(values: MotionValues, now: number, noticeSeconds: number): Problem[] {
  const all: readonly FieldCheck[] = [
    ['title', values.title.trim() === '' ? 'Please give it a title' : null],
    ['text', values.text.trim() === '' ? 'Please say what is to be done' : null],
    ...(formOf(values.kind).checks?.(values) ?? []),
    [
      'closesAt',
      values.closesAt === null ? 'Please give a date and time' : motionClosingProblem(Date.parse(values.closesAt), now, noticeSeconds),
    ],
  ]
  return all.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

/** The request. The values have been checked. */
export const proposalOf = (values: MotionValues, rules: Rules, supersedes: string | null): Proposal => ({
  title: values.title.trim(),
  text: values.text.trim(),
  facts: formOf(values.kind).facts(values, rules) as Proposal['facts'],
  payee: (values.kind === 'spend' && values.payee.trim()) || null,
  closesAt: values.closesAt ?? '',
  supersedes,
  documents: [...values.documents],
})

const periods = [
  { value: 'month', text: 'Every month, until a day' },
  { value: 'year', text: 'Every year, until a day' },
] as const

/** What follows from naming a member: of oneself it is one's own word, of another a claim. */
function relatedHint(relatedMember: string, whom: string, { holders }: MotionBasis, userId: string): string {
  if (relatedMember === userId) return 'Your arcs will not be counted on this motion, and you have no vote on it.'
  const other = holders.find(({ _id }) => _id === relatedMember)
  if (other) return `${other.name} is asked whether that is so. Only their own word takes their arcs out of the vote.`
  if (whom === 'buyer') return 'If no buyer is known yet, say no.'
  return 'Naming another member is a claim: they are asked about it. Naming yourself takes your arcs out of the vote.'
}

function SpendFields(props: FactFieldsProps) {
  const { form } = props
  const { values } = form
  const isLoan = values.category === 'loan'
  return (
    <>
      <CentsField label="Amount, at most" required {...form.field('amountCents')} />
      <SelectField
        label="Category"
        required
        options={spendCategories}
        value={values.category}
        onChange={(category) => form.set({ category: category as SpendCategory })}
        error={form.errorOf('category')}
      />
      {!isLoan && (
        <SelectField
          label="How often"
          nullText="Once"
          options={periods}
          value={values.every}
          onChange={(every) => form.set({ every: every as SpendPeriod })}
          error={form.errorOf('every')}
        />
      )}
      {!isLoan && values.every !== nullValue && <DateField label="Until" required {...form.field('until')} />}
      {isLoan && <CentsField label="Agreed payments in a month, at most" required {...form.field('monthlyCents')} />}
      <TextField
        label={isLoan ? 'Lender' : 'Payee'}
        required={isLoan}
        description={isLoan ? undefined : 'Leave it empty for a budget, to any payee'}
        maxLength={payeeLength}
        autoComplete="off"
        {...form.field('payee')}
      />
      <RelatedField {...props} whom={isLoan ? 'lender' : 'payee'} />
    </>
  )
}

const RelatedField = ({ form, basis, userId, isChange, whom }: FactFieldsProps & { whom: 'payee' | 'lender' | 'buyer' }) => (
  <SelectField
    label={`Is the ${whom} related to a member?`}
    required
    disabled={isChange}
    options={[
      { value: noMember, text: 'No' },
      ...basis.holders.map(({ _id, name }) => ({ value: _id, text: _id === userId ? 'Yes, to me' : `Yes, to ${isolate(name)}` })),
    ]}
    {...form.field('relatedMember')}
    description={relatedHint(form.values.relatedMember, whom, basis, userId)}
  />
)

type MemberFieldProps = Pick<FactFieldsProps, 'form' | 'basis'> & { ids: readonly string[]; label: string; description: string }

const MemberField = ({ form, basis, ids, label, description }: MemberFieldProps) => (
  <SelectField
    label={label}
    required
    options={basis.holders.filter(({ _id }) => ids.includes(_id)).map(({ _id, name }) => ({ value: _id, text: name }))}
    {...form.field('member')}
    description={description}
  />
)

const WhyField = ({ form, label }: Pick<FactFieldsProps, 'form'> & { label: string }) => (
  <div data-wide>
    <CountedTextArea label={label} required rows={3} maxLength={whyLength} {...form.field('why')} />
  </div>
)
