import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type FailureMessages, failureMessage, failureProblems } from './failure.ts'
import styles from './form-messages.module.css'
import type { Problem } from './rules.ts'
import type { SubmitStatus } from './submit-button.tsx'

type FieldName<Values> = keyof Values & string

export type SubmitFormOptions<Values, Answer> = {
  initialValues: Values
  /** All problems, in the order in which the form lists them. */
  check?: (values: Values) => readonly Problem[]
  /** `input`: shows a field's errors during input. `submit`: only after the first submit. */
  checkOn?: 'input' | 'submit'
  submit: (values: Values) => Promise<Answer>
  failures?: FailureMessages
  onSuccess?: (answer: Answer, values: Values) => void | Promise<void>
  /** The page to open after success; null goes back one page. Omitted, the form stays. */
  redirect?: string | null
}

/** Props for a field of web/ui. */
export type BoundField<Value> = { name: string; value: Value; onChange: (value: Value) => void; error: ReactNode }

export type SubmitForm<Values> = {
  readonly values: Values
  readonly status: SubmitStatus
  /** The amber message at the submit button. */
  readonly message: string | undefined
  set: (values: Partial<Values>) => void
  field: <Name extends FieldName<Values>>(name: Name) => BoundField<Values[Name]>
  errorOf: (name: FieldName<Values>) => ReactNode
  /** Shows the errors of these fields; true when there are none. */
  reveal: (names: readonly FieldName<Values>[]) => boolean
  readonly formProps: { ref: React.Ref<HTMLFormElement>; noValidate: true; onSubmit: (event: FormEvent) => void }
}

type Sending = { readonly status: Exclude<SubmitStatus, 'invalid'>; readonly message?: string }
type Told<Values> = { readonly problems: readonly Problem[]; readonly of: Values }

const everything = 'everything'

export function useSubmitForm<Values extends Record<string, unknown>, Answer = unknown>({
  initialValues,
  check: checkGiven = () => [],
  checkOn = 'submit',
  submit,
  failures,
  onSuccess,
  redirect,
}: SubmitFormOptions<Values, Answer>): SubmitForm<Values> {
  const [values, setValues] = useState(initialValues)
  // A ref beside the state, so that two changes in one event both count.
  const latest = useRef(values)
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending>({ status: null })
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<Told<Values> | null>(null)
  const [focusTries, setFocusTries] = useState(0)
  // On a slow line the next page takes seconds after the answer; a press meanwhile must not send again.
  const isBusy = useRef(false)

  const check = (given: Values) => checkGiven(given).map((problem) => ({ ...problem, field: ownField(problem.field, given) }))
  const problems = check(values)
  const isRevealed = (name: string) => revealed.has(everything) || revealed.has(name)
  // A server error stays until its field is changed.
  const serverProblems = told?.problems.filter(({ field }) => values[field] === told.of[field]) ?? []
  const shown = [...problems.filter(({ field }) => isRevealed(field)), ...serverProblems]
  const isInvalid = revealed.has(everything) && problems.length > 0

  useEffect(() => {
    if (focusTries > 0) focusFirstInvalid(element.current)
  }, [focusTries])

  const set = (change: Partial<Values>) => {
    const next = { ...latest.current, ...change }
    latest.current = next
    setValues(next)
    if (sending.status !== 'pending') setSending({ status: null })
    if (check(next).length === 0) setRevealed(new Set())
    else if (checkOn === 'input') setRevealed((before) => new Set([...before, ...Object.keys(change)]))
  }

  const errorOf = (name: FieldName<Values>): ReactNode => {
    const messages = [...new Set(shown.filter(({ field }) => field === name).map(({ message }) => message))]
    if (messages.length < 2) return messages[0]
    return (
      <span className={styles.root}>
        {messages.map((message) => (
          <span key={message}>{message}</span>
        ))}
      </span>
    )
  }

  const reveal = (names: readonly string[]): boolean => {
    const found = check(latest.current).some(({ field }) => names.includes(field))
    setRevealed(found ? new Set([...revealed, ...names]) : revealed)
    if (found) setFocusTries((tries) => tries + 1)
    return !found
  }

  const send = async () => {
    const sent = latest.current
    isBusy.current = true
    setTold(null)
    setSending({ status: 'pending' })
    try {
      const answer = await submit(sent)
      setSending({ status: 'success' })
      await onSuccess?.(answer, sent)
      if (redirect !== undefined) await (redirect === null ? navigate(-1) : navigate(redirect))
    } catch (error) {
      setSending({ status: 'fail', message: failureMessage(error, failures) })
      setTold({ problems: failureProblems(error).map(({ field, message }) => ({ field: ownField(field, sent), message })), of: sent })
      setFocusTries((tries) => tries + 1)
    } finally {
      isBusy.current = false
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy.current) return
    if (check(latest.current).length === 0) return void send()
    setRevealed(new Set([everything]))
    setSending({ status: null })
    setFocusTries((tries) => tries + 1)
  }

  return {
    values,
    status: isInvalid ? 'invalid' : sending.status,
    message: isInvalid ? undefined : sending.message,
    set,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
      error: errorOf(name),
    }),
    errorOf,
    reveal,
    formProps: { ref: element, noValidate: true, onSubmit },
  }
}

/** Problems name a nested path; the form shows them under the field with the longest matching name. */
const ownField = (path: string, values: object): string =>
  path in values ? path : (path.split('.').find((part) => part in values) ?? path)

/** Keyboard and screen reader users start at the first error. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input, [data-invalid] :is(input, button)')
  invalid?.focus()
}
