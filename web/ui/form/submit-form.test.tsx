import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { checkRules } from './rules.ts'
import { StepForm } from './step-form.tsx'
import { SubmitButton } from './submit-button.tsx'
import { type SubmitFormOptions, useSubmitForm } from './use-submit-form.tsx'

type Values = { name: string; email: string; confirmEmail: string }
const empty: Values = { name: '', email: '', confirmEmail: '' }

const check = checkRules<Values>([
  { field: 'name', isValid: (name) => name !== '' },
  { field: 'email', isValid: (email) => email.includes('@'), message: 'Invalid email address' },
  { field: 'email', isValid: (email) => email.length > 3, message: 'Too short' },
  { field: 'confirmEmail', isValid: (confirmation, { email }) => confirmation === email, message: 'Not the same' },
])

type Options = Partial<SubmitFormOptions<Values, unknown>>

function Subject(options: Options) {
  const form = useSubmitForm<Values>({ initialValues: empty, check, submit: async () => ({}), ...options })
  return (
    <form {...form.formProps} aria-label="subject">
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Email" {...form.field('email')} />
      <TextField label="Confirm email" {...form.field('confirmEmail')} />
      <SubmitButton status={form.status} message={form.message} />
    </form>
  )
}

function show(options: Options = {}) {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Before</p> },
      { path: '/form', element: <Subject {...options} /> },
      { path: '/after', element: <p>After</p> },
    ],
    { initialEntries: ['/before', '/form'] },
  )
  renderUi(<RouterProvider router={router} />)
  return userEvent.setup()
}

const button = () => screen.getByRole('button')
const field = (name: string) => screen.getByRole('textbox', { name })
/** Pasted, because typing renders the form for every letter. */
const fillIn = async (user: ReturnType<typeof userEvent.setup>) => {
  for (const [name, text] of [
    ['Name', 'Maya'],
    ['Email', 'm@example.com'],
    ['Confirm email', 'm@example.com'],
  ] as const) {
    await user.click(field(name))
    await user.paste(text)
  }
}

describe('a form', () => {
  test('shows no errors before the first submit, then all of them, and focuses the first invalid field', async () => {
    const submit = vi.fn()
    const user = show({ submit })
    await user.type(field('Email'), 'x')
    expect(screen.queryByText('Invalid email address')).toBeNull()
    expect(button().textContent).toContain('Submit')

    await user.click(button())
    expect(screen.getByText('Please check for errors')).toBeTruthy()
    for (const message of ['Invalid input', 'Invalid email address', 'Too short', 'Not the same']) {
      expect(screen.getByText(message)).toBeTruthy()
    }
    expect(document.activeElement).toBe(field('Name'))
    expect(submit).not.toHaveBeenCalled()
  })

  test('is sent once, although it is pressed again while the next page is still loading', async () => {
    const submit = vi.fn(async () => ({}))
    const user = show({ submit, onSuccess: () => new Promise<void>(() => {}) })
    await fillIn(user)
    await user.click(button())
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
    await user.click(button())
    await user.keyboard('{Enter}')
    expect(submit).toHaveBeenCalledOnce()
  })

  test('clears its errors when the values become valid, not before', async () => {
    const user = show()
    await user.click(button())
    await user.type(field('Name'), 'Maya')
    await user.type(field('Email'), 'm@example.com')
    expect(screen.queryByText('Invalid input')).toBeNull()
    expect(screen.getByText('Please check for errors')).toBeTruthy()
    await user.type(field('Confirm email'), 'm@example.com')
    expect(screen.queryByText('Please check for errors')).toBeNull()
    await user.type(field('Confirm email'), 'x')
    expect(screen.queryByText('Not the same')).toBeNull()
  })

  test('can validate on input, and then shows errors of touched fields only', async () => {
    const user = show({ checkOn: 'input' })
    await user.type(field('Email'), 'x')
    expect(screen.getByText('Invalid email address')).toBeTruthy()
    expect(screen.queryByText('Invalid input')).toBeNull()
    expect(screen.queryByText('Please check for errors')).toBeNull()
  })

  test('submits once while pending, shows a tick on success and navigates', async () => {
    let finish = (_: unknown) => {}
    const submit = vi.fn(() => new Promise((resolve) => (finish = resolve)))
    const user = show({ submit, redirect: '/after' })
    await fillIn(user)
    await user.click(button())
    expect(button().getAttribute('aria-busy')).toBe('true')
    await user.click(button())
    await user.type(field('Name'), '{Enter}')
    expect(submit).toHaveBeenCalledTimes(1)
    finish({})
    expect(await screen.findByText('After')).toBeTruthy()
  })

  test('goes back one page when its redirect is null, and stays when it has none', async () => {
    const user = show({ redirect: null })
    await fillIn(user)
    await user.click(button())
    expect(await screen.findByText('Before')).toBeTruthy()
  })

  test('stays after success by default, and passes on the answer', async () => {
    const onSuccess = vi.fn()
    const user = show({ submit: async () => 'answer', onSuccess })
    await fillIn(user)
    await user.click(button())
    await waitFor(() =>
      expect(onSuccess).toHaveBeenCalledWith('answer', { name: 'Maya', email: 'm@example.com', confirmEmail: 'm@example.com' }),
    )
    expect(field('Name')).toBeTruthy()
  })

  const refuse =
    (status: number, message: string, fields: unknown = []) =>
    () =>
      Promise.reject(Object.assign(new Error(message), { status, fields }))
  const failures = { 400: 'Custom for 400', 429: null, other: 'Custom for the rest' }

  test.each([
    ['its own words for the status', refuse(400, 'From the server'), failures, 'Custom for 400'],
    ['the server’s words where it has none', refuse(409, 'From the server'), {}, 'From the server'],
    ['the server’s words where it leaves it to the server', refuse(429, 'Too many tries.'), failures, 'Too many tries.'],
    ['its words for all the rest', refuse(409, 'From the server'), failures, 'Custom for the rest'],
    ['that something went wrong without an answer', refuse(0, 'fetch failed'), {}, 'Something went wrong...'],
    ['its words for silence', refuse(0, 'fetch failed'), { silence: 'Nothing came back' }, 'Nothing came back'],
    ['that something went wrong after a bug', () => Promise.reject(new TypeError('x is undefined')), {}, 'Something went wrong...'],
  ])('says %s', async (_, submit, table, message) => {
    const user = show({ submit, failures: table })
    await fillIn(user)
    await user.click(button())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(button().textContent).toContain('Retry')
    expect((field('Name') as HTMLInputElement).value).toBe('Maya')
  })

  test('shows the server’s field errors until those fields are changed', async () => {
    const problems = [
      { field: 'email', message: 'In use already' },
      { field: 'name.first', message: 'Not this name' },
    ]
    const user = show({ submit: refuse(400, 'No', problems) })
    await fillIn(user)
    await user.click(button())
    expect(await screen.findByText('In use already')).toBeTruthy()
    expect(screen.getByText('Not this name')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await user.type(field('Email'), 'm')
    expect(screen.queryByText('In use already')).toBeNull()
    expect(screen.getByText('Not this name')).toBeTruthy()
    expect(button().textContent).not.toContain('Retry')
  })
})

function Steps({ submit }: { submit: (values: Values) => Promise<unknown> }) {
  const form = useSubmitForm<Values>({ initialValues: empty, check, submit })
  return (
    <StepForm
      form={form}
      submit={{ label: 'Submit & Continue' }}
      steps={[
        { name: 'one', fields: ['name'], content: <TextField label="Name" {...form.field('name')} />, nextLabel: "Let's Get Started" },
        {
          name: 'two',
          content: (
            <>
              <h1 tabIndex={-1}>Second</h1>
              <TextField label="Email" {...form.field('email')} />
              <TextField label="Confirm email" {...form.field('confirmEmail')} />
            </>
          ),
        },
      ]}
    />
  )
}

describe('a multi-step form', () => {
  test('shows one step at a time, validates it before the next, goes back, and submits at the end', async () => {
    window.scrollTo = vi.fn() as never
    const submit = vi.fn(async () => ({}))
    renderUi(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Steps submit={submit} /> }])} />)
    const user = userEvent.setup()
    expect(screen.queryByRole('button', { name: 'Go back' })).toBeNull()
    await user.click(screen.getByRole('button', { name: "Let's Get Started" }))
    expect(screen.getByText('Invalid input')).toBeTruthy()

    await user.type(field('Name'), 'Maya{Enter}')
    expect(document.activeElement?.textContent).toBe('Second')
    expect(submit).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Go back' }))
    expect((field('Name') as HTMLInputElement).value).toBe('Maya')
    await user.click(screen.getByRole('button', { name: "Let's Get Started" }))
    await user.type(field('Email'), 'm@example.com')
    await user.type(field('Confirm email'), 'm@example.com')
    await user.click(screen.getByRole('button', { name: 'Submit & Continue' }))
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Maya', email: 'm@example.com', confirmEmail: 'm@example.com' }))
  })
})
