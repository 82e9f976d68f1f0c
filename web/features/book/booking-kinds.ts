import type { BankLine } from '#contract/bank-lines.ts'
import type { BookForm } from '#contract/book.ts'
import { type BookAccount, bookAccounts, moneyHolders } from '#domain/book-accounts.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Booking } from '#web/shared/book/use-book-acts.ts'
import { nullValue } from '#web/ui/fields/select-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'

export type BookingValues = {
  amountCents: number | undefined
  day: string | null
  bankAccountId: string
  /** `account:` or `held:` with the id of where money comes from. */
  from: string
  to: string
  account: string
  motionId: string
  payee: string
  person: string
  /** A member, or `none`; has to be said. */
  related: string
  tenant: string
  interestCents: number | undefined
  principalCents: number | undefined
  reserveCents: number | undefined
  /** Of money in suspense: whether it came in or went out. */
  side: string
  words: string
  documentVersionId: string
  belongsTo: string
}

type FieldName = keyof BookingValues
/** The line of the bank that shows the money; it says amount, day and account. */
export type ShownLine = Pick<BankLine, '_id' | 'bankAccountId' | 'day' | 'amountCents' | 'text'>
type Context = { readonly line: ShownLine | null; readonly entryId: string | null }

export type BookingKind = {
  readonly text: string
  readonly title: string
  /** Money in or out at the bank, either, or none. */
  readonly side: 'in' | 'out' | 'either' | 'none'
  readonly fields: readonly FieldName[]
  readonly required: readonly FieldName[]
  /** Only against a line of the bank. */
  readonly needsLine?: true
  readonly call: string
  readonly body: (values: BookingValues, context: Context) => object
}

const chosen = (value: string): string | null => (value === nullValue || value === '' ? null : value)
const written = (value: string): string | null => value.trim() || null

const words = ({ words: text, documentVersionId }: BookingValues) => ({
  words: written(text),
  documentVersionId: chosen(documentVersionId),
})
const cash = (values: BookingValues, { line }: Context) => ({
  ...(line
    ? { bankAccountId: line.bankAccountId, amountCents: Math.abs(line.amountCents), bankLineId: line._id }
    : { bankAccountId: values.bankAccountId, amountCents: values.amountCents ?? 0, day: values.day }),
  ...words(values),
  belongsTo: chosen(values.belongsTo),
})
const related = ({ related: value }: BookingValues): string | null => (value === 'none' ? null : chosen(value))

const cashFields = ['amountCents', 'day', 'bankAccountId'] as const
const paperFields = ['words', 'documentVersionId'] as const

const place = (value: string) => {
  const [kind, id = ''] = value.split(':')
  return kind === 'held' ? { heldBy: id } : { bankAccountId: id }
}

/** Where money in suspense belongs. */
function resolvedTo({ account, person, tenant }: BookingValues): object {
  if (account === 'owed' || account === 'capital') return { account, person: chosen(person) ?? '' }
  if (account.startsWith('held:')) return { account: 'held', heldBy: account.slice(5) }
  return account === 'deposits_held' ? { account, tenant: written(tenant) } : { account }
}

/** What the treasurer books, each with its fields and its call. Form, check and request read this table. */
export const bookingKinds = {
  cost: {
    text: 'A cost',
    title: 'Book a cost',
    side: 'out',
    fields: [...cashFields, 'motionId', 'account', 'payee', 'related', ...paperFields, 'belongsTo'],
    required: [...cashFields, 'account', 'payee', 'related'],
    call: 'payment',
    body: (values, context) => ({
      what: 'cost',
      ...cash(values, context),
      account: values.account,
      motionId: chosen(values.motionId),
      payee: written(values.payee),
      relatedMember: related(values),
    }),
  },
  held: {
    text: 'What someone paid or keeps of money held by others',
    title: 'Book money held by others that is spent',
    side: 'none',
    fields: ['from', 'amountCents', 'day', 'motionId', 'account', 'payee', 'related', ...paperFields, 'belongsTo'],
    required: ['from', 'amountCents', 'day', 'account', 'payee', 'related'],
    call: 'payment',
    body: (values) => ({
      what: 'held',
      ...place(values.from),
      amountCents: values.amountCents ?? 0,
      day: values.day,
      account: values.account,
      motionId: chosen(values.motionId),
      payee: written(values.payee),
      relatedMember: related(values),
      ...words(values),
      belongsTo: chosen(values.belongsTo),
    }),
  },
  bank_fee: {
    text: 'A fee of the bank',
    title: 'Book a bank fee',
    side: 'out',
    fields: [...cashFields, ...paperFields],
    required: [],
    needsLine: true,
    call: 'payment',
    body: (values, context) => ({ what: 'bank_fee', ...cash(values, context) }),
  },
  rent: {
    text: 'Rent',
    title: 'Book rent',
    side: 'in',
    fields: [...cashFields, 'payee', ...paperFields],
    required: cashFields,
    call: 'income',
    body: (values, context) => ({ what: 'rent', ...cash(values, context), payee: written(values.payee) }),
  },
  other_income: {
    text: 'Other income',
    title: 'Book other income',
    side: 'in',
    fields: [...cashFields, 'payee', ...paperFields],
    required: cashFields,
    call: 'income',
    body: (values, context) => ({ what: 'other_income', ...cash(values, context), payee: written(values.payee) }),
  },
  loan: {
    text: 'A payment to the lender',
    title: 'Book a loan payment',
    side: 'out',
    fields: ['interestCents', 'principalCents', 'reserveCents', 'day', 'bankAccountId', 'payee', ...paperFields],
    required: ['day', 'bankAccountId'],
    call: 'loan-payment',
    body: (values, { line }) => ({
      ...(line ? { bankAccountId: line.bankAccountId, bankLineId: line._id } : { bankAccountId: values.bankAccountId, day: values.day }),
      interestCents: values.interestCents ?? 0,
      principalCents: values.principalCents ?? 0,
      reserveCents: values.reserveCents ?? 0,
      lender: written(values.payee),
      ...words(values),
    }),
  },
  transfer: {
    text: 'A transfer between own accounts',
    title: 'Book a transfer',
    side: 'either',
    fields: ['amountCents', 'day', 'from', 'to', ...paperFields],
    required: ['amountCents', 'day', 'from', 'to'],
    call: 'transfer',
    body: (values, { line }) => ({
      from: line && line.amountCents < 0 ? { bankAccountId: line.bankAccountId } : place(values.from),
      toBankAccountId: line && line.amountCents > 0 ? line.bankAccountId : place(values.to).bankAccountId,
      ...(line
        ? { amountCents: Math.abs(line.amountCents), bankLineId: line._id }
        : { amountCents: values.amountCents ?? 0, day: values.day }),
      ...words(values),
    }),
  },
  owed_out: {
    text: 'Money back to a person',
    title: 'Book money back to a person',
    side: 'out',
    fields: [...cashFields, 'person', ...paperFields],
    required: [...cashFields, 'person'],
    call: 'payment',
    body: (values, context) => ({ what: 'owed', ...cash(values, context), person: chosen(values.person) ?? '' }),
  },
  owed_in: {
    text: 'A person pays what they owe',
    title: 'Book what a person pays back',
    side: 'in',
    fields: [...cashFields, 'person', ...paperFields],
    required: [...cashFields, 'person'],
    call: 'income',
    body: (values, context) => ({ what: 'owed', ...cash(values, context), person: chosen(values.person) ?? '' }),
  },
  unpaid: {
    text: 'What a member owes of calls and will not pay',
    title: 'Book what a member will not pay',
    side: 'none',
    fields: ['person', 'motionId', ...paperFields],
    required: ['person', 'motionId'],
    call: 'payment',
    body: (values) => ({ what: 'unpaid', person: chosen(values.person) ?? '', motionId: chosen(values.motionId) ?? '', ...words(values) }),
  },
  deposit_taken: {
    text: 'A tenant’s deposit',
    title: 'Book a deposit',
    side: 'in',
    fields: [...cashFields, 'tenant', ...paperFields],
    required: [...cashFields, 'tenant'],
    call: 'deposit',
    body: (values, context) => ({ what: 'taken', ...cash(values, context), tenant: written(values.tenant) }),
  },
  deposit_back: {
    text: 'A deposit given back',
    title: 'Book a deposit given back',
    side: 'out',
    fields: [...cashFields, 'tenant', ...paperFields],
    required: [...cashFields, 'tenant'],
    call: 'deposit',
    body: (values, context) => ({ what: 'given_back', ...cash(values, context), tenant: written(values.tenant) }),
  },
  deposit_kept: {
    text: 'A deposit that is kept',
    title: 'Book a deposit that is kept',
    side: 'none',
    fields: ['amountCents', 'day', 'tenant', ...paperFields],
    required: ['amountCents', 'day', 'tenant', 'words'],
    call: 'deposit',
    body: (values) => ({
      what: 'kept',
      amountCents: values.amountCents ?? 0,
      day: values.day,
      tenant: written(values.tenant),
      ...words(values),
    }),
  },
  outlay: {
    text: 'What a member laid out',
    title: 'Book what a member laid out',
    side: 'none',
    fields: ['person', 'amountCents', 'day', 'motionId', 'account', 'payee', 'related', ...paperFields, 'belongsTo'],
    required: ['person', 'amountCents', 'day', 'account', 'payee', 'related', 'documentVersionId'],
    call: 'outlay',
    body: (values) => ({
      person: chosen(values.person) ?? '',
      account: values.account,
      amountCents: values.amountCents ?? 0,
      day: values.day,
      payee: values.payee.trim(),
      ...words(values),
      motionId: chosen(values.motionId),
      relatedMember: related(values),
      belongsTo: chosen(values.belongsTo),
    }),
  },
  suspense_in: {
    text: 'Not known yet',
    title: 'Leave money in suspense',
    side: 'in',
    fields: [...cashFields, 'payee', ...paperFields],
    required: [...cashFields, 'words'],
    call: 'income',
    body: (values, context) => ({ what: 'suspense', ...cash(values, context), payee: written(values.payee) }),
  },
  suspense_out: {
    text: 'Not known yet',
    title: 'Leave money in suspense',
    side: 'out',
    fields: [...cashFields, 'payee', ...paperFields],
    required: ['words'],
    needsLine: true,
    call: 'payment',
    body: (values, context) => ({ what: 'suspense', ...cash(values, context), payee: written(values.payee) }),
  },
  resolution: {
    text: 'What money in suspense was',
    title: 'Resolve suspense',
    side: 'none',
    fields: ['side', 'amountCents', 'account', 'person', 'tenant', 'motionId', 'payee', ...paperFields],
    required: ['amountCents', 'account', 'words'],
    call: 'resolution',
    body: (values) => ({
      amountCents: (values.amountCents ?? 0) * (values.side === 'out' ? -1 : 1),
      to: resolvedTo(values),
      motionId: chosen(values.motionId),
      payee: chosen(values.motionId) && written(values.payee),
      ...words(values),
    }),
  },
  owed_to_treasurer: {
    text: 'Money in suspense that is the treasurer’s',
    title: 'It is the treasurer’s',
    side: 'none',
    fields: ['side', 'amountCents', 'account', ...paperFields],
    required: ['amountCents', 'account', 'words'],
    call: 'resolution',
    body: (values) => ({
      amountCents: (values.amountCents ?? 0) * (values.side === 'out' ? -1 : 1),
      to: resolvedTo(values),
      ...words(values),
    }),
  },
  refund: {
    text: 'A part that comes back',
    title: 'Book a part that comes back',
    side: 'in',
    fields: [...cashFields, ...paperFields],
    required: cashFields,
    call: 'refund',
    body: (values, context) => ({ entryId: context.entryId ?? '', ...cash(values, context) }),
  },
} as const satisfies Readonly<Record<string, BookingKind>>

export type BookingKindName = keyof typeof bookingKinds
export const bookingKind = (name: BookingKindName): BookingKind => bookingKinds[name]

/** Whether a motion or the emergency limit has to permit it. */
export const asksPermission = (name: BookingKindName): boolean => bookingKind(name).fields.includes('related')

/** Whether it says what money in suspense was. */
export const isResolution = (name: BookingKindName): boolean => bookingKind(name).call === 'resolution'

/** The kinds that the treasurer can choose, without a line of the bank or against this one. A refund starts from its payment. */
export const kindsFor = (line: ShownLine | null): readonly BookingKindName[] =>
  (Object.keys(bookingKinds) as BookingKindName[]).filter((name) => {
    const { side, needsLine } = bookingKind(name)
    if (name === 'refund' || name === 'owed_to_treasurer') return false
    if (!line) return !needsLine
    return side === 'either' || side === (line.amountCents > 0 ? 'in' : 'out')
  })

const shownByLine: readonly FieldName[] = ['amountCents', 'day', 'bankAccountId']

/** The fields that are asked for: what the bank’s line says is not. */
export function fieldsOf(name: BookingKindName, values: BookingValues, line: ShownLine | null): readonly FieldName[] {
  const { fields } = bookingKind(name)
  return fields.filter((field) => {
    if (line && shownByLine.includes(field)) return false
    if (name === 'transfer' && line) return field !== (line.amountCents < 0 ? 'from' : 'to')
    if (name === 'resolution' && field === 'person') return values.account === 'owed' || values.account === 'capital'
    if (name === 'resolution' && field === 'tenant') return values.account === 'deposits_held'
    if (name === 'resolution' && field === 'payee') return chosen(values.motionId) !== null
    return true
  })
}

const missing: Readonly<Partial<Record<FieldName, string>>> = {
  amountCents: 'Please give an amount',
  day: 'Please give a day',
  payee: 'Please say who is paid',
  related: 'Please say whether the payee is related to a member',
  person: 'Please choose a person',
  motionId: 'Please choose the motion that permits it',
  tenant: 'Please name the tenant',
  words: 'Please say what it is',
  documentVersionId: 'Please choose the receipt',
  account: 'Please choose an account',
  from: 'Please choose where it comes from',
  to: 'Please choose where it goes',
  bankAccountId: 'Please choose the bank account',
}

const isMissing = (value: BookingValues[FieldName]): boolean =>
  value === undefined || value === null || value === 0 || (typeof value === 'string' && (value.trim() === '' || value === nullValue))

export const loanSum = ({ interestCents, principalCents, reserveCents }: BookingValues): number =>
  (interestCents ?? 0) + (principalCents ?? 0) + (reserveCents ?? 0)

export function bookingProblems(name: BookingKindName, values: BookingValues, line: ShownLine | null, form: BookForm): Problem[] {
  const fields = fieldsOf(name, values, line)
  const { required } = bookingKind(name)
  const problems: Problem[] = fields
    .filter((field) => required.includes(field) || (name === 'resolution' && ['person', 'tenant', 'payee'].includes(field)))
    .filter((field) => isMissing(values[field]))
    .map((field) => ({ field, message: missing[field] ?? 'Please fill this in' }))
  if (fields.includes('day') && values.day !== null) {
    if (values.day > form.today) problems.push({ field: 'day', message: 'The day cannot lie ahead' })
    if (form.openFrom && values.day < form.openFrom)
      problems.push({
        field: 'day',
        message: `${formatCalendarMonth(monthOf(values.day))} is closed. Book it today; it can belong to that month.`,
      })
  }
  if (name === 'loan') {
    const sum = loanSum(values)
    if (sum === 0) problems.push({ field: 'interestCents', message: 'Please split the payment as the lender’s statement says' })
    else if (line && sum !== -line.amountCents)
      problems.push({
        field: 'interestCents',
        message: `The parts sum to ${formatCents(sum)}, the bank shows ${formatCents(-line.amountCents)}`,
      })
  }
  if (name === 'transfer' && fields.includes('from') && fields.includes('to') && values.from === values.to)
    problems.push({ field: 'to', message: 'Please choose another account' })
  return problems
}

/** The amount of what would be booked. */
export const bookedCents = (name: BookingKindName, values: BookingValues, line: ShownLine | null): number =>
  line ? Math.abs(line.amountCents) : name === 'loan' ? loanSum(values) : (values.amountCents ?? 0)

export const bookingOf = (name: BookingKindName, values: BookingValues, context: Context): Booking => {
  const { call, body } = bookingKind(name)
  return { call, body: body(values, context) }
}

const label = (account: BookAccount) => ({ value: account, text: bookAccounts[account].label })

const ofPerson = [
  { value: 'owed', text: 'Owed, to or by a person' },
  { value: 'capital', text: 'A member’s payment of calls' },
]

/** Where money in suspense can belong; that of the treasurer, which another member says, is theirs. */
export const resolvableAccounts = (costs: readonly BookAccount[], isOfTreasurer: boolean) => (isOfTreasurer ? ofPerson : allAccounts(costs))
const allAccounts = (costs: readonly BookAccount[]) => [
  ...(['rent', 'other_income'] as const).map(label),
  ...costs.map(label),
  ...ofPerson,
  label('loan'),
  label('deposits_held'),
  ...moneyHolders.map(({ value, text }) => ({ value: `held:${value}`, text: `Held by others: ${text}` })),
]
