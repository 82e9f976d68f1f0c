import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { BookForm } from '#contract/book.ts'
import { type BookAccount, bookAccounts, costAccounts, moneyHolders } from '#domain/book-accounts.ts'
import { labelOf } from '#domain/choices.ts'
import { addDays, formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import { bookFormQuery, bookQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { type SubmitForm, useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { signedCents } from './book-words.ts'
import { Allowed, allowanceOf } from './booking-allowed.tsx'
import styles from './booking-dialog.module.css'
import {
  asksPermission,
  type BookingKindName,
  type BookingValues,
  bookedCents,
  bookingKind,
  bookingOf,
  bookingProblems,
  fieldsOf,
  isResolution,
  kindsFor,
  resolvableAccounts,
  type ShownLine,
} from './booking-kinds.ts'

type BookingDialogProps = {
  circleId: string
  kind: BookingKindName
  /** The line of the bank that shows the money. */
  line?: ShownLine | null
  /** The motion under which a cost is booked. */
  motionId?: string | null
  /** The payment of which a part comes back. */
  entryId?: string | null
  /** The treasurer, if another member says that money in suspense is theirs. */
  personId?: string
  onClose: () => void
}

/** Books one entry. Which fields it asks for follows from the kind; a cost shows at once what permits it. */
export function BookingDialog({ kind: firstKind, ...props }: BookingDialogProps) {
  const [kind, choose] = useState(firstKind)
  const { title } = bookingKind(kind)
  const { run, isAsking, dialog } = useStepUp('confirm_money')
  // While the person is asked who they are, this dialog stays open below, with what was typed.
  const close = () => !isAsking && props.onClose()
  return (
    <>
      <Dialog opened onClose={close} title={title} width={asksPermission(kind) ? 960 : 520}>
        <Suspense
          fallback={
            <Loading>
              <Bone height={320} radius={10} />
            </Loading>
          }
        >
          <Form key={kind} kind={kind} onKind={choose} run={run} {...props} />
        </Suspense>
      </Dialog>
      {dialog}
    </>
  )
}

function monthsBefore(today: string): string[] {
  const months: string[] = []
  for (let month = monthOf(today); months.length < 12; months.push(month)) month = monthOf(addDays(`${month}-01`, -1))
  return months
}

type First = { readonly line: ShownLine | null; readonly motionId: string | null; readonly personId: string }

function firstValues(kind: BookingKindName, form: BookForm, { line, motionId, personId }: First): BookingValues {
  const motion = form.motions.find(({ _id }) => _id === motionId)
  const [account] = form.accounts
  return {
    amountCents: undefined,
    day: form.today,
    bankAccountId: account?._id ?? '',
    from: nullValue,
    to: nullValue,
    account: isResolution(kind) ? nullValue : (motion?.accounts[0] ?? 'repairs'),
    motionId: motion?._id ?? nullValue,
    payee: motion?.payee ?? '',
    person: personId,
    related: motion ? (motion.relatedMember?._id ?? 'none') : nullValue,
    tenant: '',
    interestCents: undefined,
    principalCents: undefined,
    reserveCents: undefined,
    side: form.suspenseCents > 0 ? 'out' : 'in',
    words: '',
    documentVersionId: nullValue,
    belongsTo: nullValue,
    ...(isResolution(kind) && { amountCents: Math.abs(form.suspenseCents) || undefined }),
    ...(line && { day: line.day }),
  }
}

type FormProps = Omit<BookingDialogProps, 'kind'> & {
  kind: BookingKindName
  onKind: (kind: BookingKindName) => void
  run: ReturnType<typeof useStepUp>['run']
}

function Form({ circleId, kind, onKind, run, line = null, motionId = null, entryId = null, personId = nullValue, onClose }: FormProps) {
  const { data } = useSuspenseQuery(bookFormQuery(circleId))
  const acts = useBookActs(circleId)
  const form = useSubmitForm<BookingValues, { ratifyMotionId: string | null }>({
    initialValues: firstValues(kind, data, { line, motionId, personId }),
    check: (values) => bookingProblems(kind, values, line, data),
    submit: (values) => run(() => acts.book(bookingOf(kind, values, { line, entryId }))),
    onSuccess: ({ ratifyMotionId }) => {
      toast.success(ratifyMotionId ? 'Booked. A motion to ratify it was opened' : 'Booked')
      onClose()
    },
  })
  const { values } = form
  const sum = bookedCents(kind, values, line)
  const allowance = asksPermission(kind) ? allowanceOf(values, sum, data, kind !== 'held') : null
  const isRefused = allowance?.refusal != null && line === null
  const opensMotion = allowance !== null && (allowance.permission === 'emergency' || (allowance.refusal !== null && line !== null))
  const label = opensMotion ? 'Book and open a motion' : sum > 0 ? `Book ${formatCents(sum)}` : 'Book'
  const kinds = kindsFor(line)
  const buttons = (
    <div className={dialogStyles.buttons}>
      <ActionButton variant="outline" onClick={onClose}>
        Cancel
      </ActionButton>
      <SubmitButton label={label} status={form.status} message={form.message} disabled={isRefused} />
    </div>
  )
  return (
    <form className={allowance ? styles.columns : formMessagesStyles.formStack} {...form.formProps}>
      <div className={styles.fields}>
        {kinds.includes(kind) && motionId === null && (
          <div className={styles.whole}>
            <SelectField
              label="What it is"
              nullText={null}
              options={kinds.map((name) => ({ value: name, text: bookingKind(name).text }))}
              value={kind}
              onChange={(value) => onKind(value as BookingKindName)}
            />
          </div>
        )}
        {line && (
          <p className={`${styles.line} ${styles.whole} num`}>
            <span>
              The bank, {formatCalendarDay(line.day, 'short')} <span className="sub">{line.text}</span>
            </span>
            <b>{signedCents(line.amountCents)}</b>
          </p>
        )}
        <Fields circleId={circleId} kind={kind} line={line} form={form} data={data} />
      </div>
      {allowance ? (
        <div className={styles.allowed}>
          <Allowed circleId={circleId} allowance={allowance} isShown={line !== null} />
          {buttons}
        </div>
      ) : (
        buttons
      )}
    </form>
  )
}

type FieldsProps = { circleId: string; kind: BookingKindName; line: ShownLine | null; form: SubmitForm<BookingValues>; data: BookForm }

const accountOption = (account: BookAccount) => ({ value: account, text: bookAccounts[account].label })

function Fields({ circleId, kind, line, form, data }: FieldsProps) {
  const papers = useDocumentVersions(circleId)
  const { values } = form
  const { required } = bookingKind(kind)
  const motion = data.motions.find(({ _id }) => _id === values.motionId)
  const accounts = data.accounts.map(({ _id, name }) => ({ value: `account:${_id}`, text: name }))
  const costs = (motion?.accounts ?? costAccounts) as readonly BookAccount[]
  const isNeeded = (name: keyof BookingValues) => required.includes(name)
  const chooseMotion = (id: string) => {
    const next = data.motions.find(({ _id }) => _id === id)
    form.set({
      motionId: id,
      ...(next && {
        account: (next.accounts as readonly string[]).includes(values.account) ? values.account : (next.accounts[0] ?? values.account),
        payee: values.payee || next.payee || '',
        related: next.relatedMember?._id ?? 'none',
      }),
    })
  }
  const treasurer = useQuery(bookQuery(circleId)).data?.treasurer
  // What is owed to the treasurer, another member says.
  const others = data.members.filter(({ _id }) => data.members.length === 1 || _id !== treasurer?._id)
  const people: readonly Someone[] = kind === 'outlay' ? data.members : kind === 'resolution' ? others : withOwed(data, kind)
  const fields: Readonly<Record<keyof BookingValues, () => ReactNode>> = {
    amountCents: () => <CentsField label="Amount" required {...form.field('amountCents')} />,
    day: () => <DateField label={kind === 'outlay' ? 'Day of the bill' : 'Day of the money'} required {...form.field('day')} />,
    bankAccountId: () => (
      <SelectField
        label="Bank account"
        required
        nullText={null}
        options={data.accounts.map(({ _id, name, cashCents }) => ({ value: _id, text: `${name}, ${formatCents(cashCents)}` }))}
        {...form.field('bankAccountId')}
      />
    ),
    from: () => (
      <SelectField
        label={kind === 'held' ? 'Who holds it' : 'From'}
        required
        options={[
          ...(kind === 'held' ? [] : accounts.filter(({ value }) => value !== `account:${line?.bankAccountId}`)),
          ...data.heldByOthers.map(({ heldBy, amountCents }) => ({
            value: `held:${heldBy}`,
            text: `${labelOf(moneyHolders, heldBy)}, ${formatCents(amountCents)} held`,
          })),
        ]}
        {...form.field('from')}
      />
    ),
    to: () => (
      <SelectField
        label="To"
        required
        options={accounts.filter(({ value }) => value !== `account:${line?.bankAccountId}`)}
        {...form.field('to')}
      />
    ),
    account: () => (
      <SelectField
        label={isResolution(kind) ? 'It belongs to' : 'Account'}
        required
        nullText={isResolution(kind) ? 'Select...' : null}
        options={isResolution(kind) ? resolvableAccounts(costAccounts, kind === 'owed_to_treasurer') : costs.map(accountOption)}
        {...form.field('account')}
      />
    ),
    motionId: () => (
      <SelectField
        label="Motion that permits it"
        nullText={asksPermission(kind) ? 'None: the emergency limit' : isNeeded('motionId') ? 'Select...' : 'None'}
        options={data.motions
          .filter(({ _id, leftCents }) => leftCents === null || leftCents > 0 || _id === values.motionId)
          .map(({ _id, title, leftCents }) => ({
            value: _id,
            text: leftCents === null ? title : `${title}, ${formatCents(leftCents)} left`,
          }))}
        {...form.field('motionId')}
        onChange={chooseMotion}
      />
    ),
    payee: () => (
      <TextField
        label={kind === 'loan' ? 'Lender' : asksPermission(kind) ? 'Payee' : 'From or to whom'}
        required={isNeeded('payee')}
        maxLength={120}
        autoComplete="off"
        {...form.field('payee')}
      />
    ),
    person: () => (
      <SelectField
        label={kind === 'outlay' ? 'Who paid it' : 'Person'}
        required
        options={people.map((person) => ({ value: person._id, text: person.text ?? person.name }))}
        {...form.field('person')}
      />
    ),
    related: () => (
      <SelectField
        label="Is the payee related to a member?"
        required
        options={[
          { value: 'none', text: 'No, to no member' },
          ...data.members.map(({ _id, name }) => ({ value: _id, text: `Yes, to ${name}` })),
        ]}
        description="A related payee needs a motion whatever the amount."
        {...form.field('related')}
      />
    ),
    tenant: () => (
      <TextField
        label="Tenant"
        required
        maxLength={120}
        autoComplete="off"
        description={
          data.deposits.length > 0 && kind !== 'deposit_taken'
            ? `Held: ${data.deposits.map(({ tenant, heldCents }) => `${tenant || 'not named'} ${formatCents(heldCents)}`).join(', ')}`
            : undefined
        }
        {...form.field('tenant')}
      />
    ),
    interestCents: () => <CentsField label="Interest" {...form.field('interestCents')} />,
    principalCents: () => <CentsField label="Principal" {...form.field('principalCents')} />,
    reserveCents: () => <CentsField label="Into the lender’s reserve" {...form.field('reserveCents')} />,
    side: () => (
      <SelectField
        label="It was"
        nullText={null}
        options={[
          { value: 'in', text: 'Money in' },
          { value: 'out', text: 'Money out' },
        ]}
        {...form.field('side')}
      />
    ),
    words: () => (
      <TextField
        label={isNeeded('words') ? 'What is known of it' : 'Words'}
        required={isNeeded('words')}
        maxLength={280}
        autoComplete="off"
        {...form.field('words')}
      />
    ),
    documentVersionId: () => (
      <SelectField
        label="Receipt"
        required={isNeeded('documentVersionId')}
        nullText="None yet"
        options={papers.map(({ versionId, title }) => ({ value: versionId, text: title }))}
        isSearchable={papers.length > 8}
        description={<DocumentsLink circleId={circleId} isEmpty={papers.length === 0} />}
        {...form.field('documentVersionId')}
      />
    ),
    belongsTo: () => (
      <SelectField
        label="Belongs to"
        nullText="The month of its day"
        options={monthsBefore(data.today)
          .filter((month) => month !== (values.day && monthOf(values.day)))
          .map((month) => ({ value: month, text: formatCalendarMonth(month) }))}
        {...form.field('belongsTo')}
      />
    ),
  }
  const wide: readonly (keyof BookingValues)[] = ['words', 'documentVersionId', 'related', 'motionId']
  return fieldsOf(kind, values, line).map((name) => (
    <div key={name} className={wide.includes(name) ? styles.whole : undefined}>
      {fields[name]()}
    </div>
  ))
}

type Someone = { readonly _id: string; readonly name: string; readonly text?: string }

/** Whom the circle owes money; or who owes it. */
const withOwed = ({ owed }: BookForm, kind: BookingKindName): readonly Someone[] =>
  owed
    .filter(({ owedCents }) => (kind === 'owed_in' || kind === 'unpaid' ? owedCents < 0 : owedCents > 0))
    .map(({ _id, name, owedCents }) => ({ _id, name, text: `${name}, ${formatCents(Math.abs(owedCents))}` }))
