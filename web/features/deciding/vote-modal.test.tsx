import { useSuspenseQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { outboxPrefix } from '#web/api/outbox.ts'
import { sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { VoteModal } from './vote-modal.tsx'

afterEach(() => localStorage.clear())

function show(answer: () => unknown) {
  const asked = serve(answer)
  const onClose = vi.fn()
  const shown = showScreen(<VoteModal property={sampleProperty()} userId="me" onClose={onClose} />)
  return { ...shown, asked, onClose }
}

const refused = (code: 'failed' | 'database_away' | 'voting_closed' | 'not_verified') => () => {
  throw new ApiError(refusals[code].status, refusals[code].error, [], code)
}

/** With the property as the server last gave it. */
function Opened() {
  const { data } = useSuspenseQuery(propertiesQuery('c1'))
  return data[0] ? <VoteModal property={data[0]} userId="me" onClose={() => {}} /> : null
}

test('a property that changed after it was read is not voted on; the dialog shows what changed and keeps choice and reason', async () => {
  let property = sampleProperty()
  const asked = serve(({ method, path, body }) => {
    if (path === 'app/property/c1') return [property]
    if (method !== 'PUT') return undefined
    if ((body as { version: number }).version === property.version) {
      const { tally, deciding } = property
      return { ...tally, property: 'p1', preference: 'invest', reason: null, standing: deciding?.standing }
    }
    throw new ApiError(409, refusals.property_changed.error, [], 'property_changed')
  })
  const { user } = showScreen(
    <Suspense>
      <Opened />
    </Suspense>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Vote on Property' }))
  property = sampleProperty({ version: 2, price: 6_470_000, pictures: [{ imageUri: 'new.png' }] })
  await user.click(dialog.getByRole('radio', { name: /^Ready to Invest/ }))
  await user.type(dialog.getByLabelText('Your reason (optional)'), 'A sound roof')
  await user.click(dialog.getByRole('button', { name: 'Save Vote' }))
  await dialog.findByText('This property was changed after you read it.')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pricebefore: $647,000 → now: $6,470,000',
    'Picturesbefore: 0 pictures → now: 1 picture, changed',
  ])
  expect(dialog.getByRole('button', { name: 'Save Vote' }).hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'I have read it' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Ready to Invest/ }).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Save Vote' }))
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { version: 1, preference: 'invest' },
      { version: 2, preference: 'invest', reason: 'A sound roof' },
    ]),
  )
})

test.each([
  ['a vote that has closed', refused('voting_closed'), `Your vote was not saved. ${refusals.voting_closed.error}`],
  ['a missing permission', refused('not_verified'), `Your vote was not saved. ${refusals.not_verified.error}`],
])('%s is said in the dialog, which keeps choice and reason', async (_what, answer, sentence) => {
  const { user } = show(answer)
  const dialog = within(await screen.findByRole('dialog', { name: 'Vote on Property' }))
  await user.click(dialog.getByRole('radio', { name: /^Ready to Invest/ }))
  await user.type(dialog.getByLabelText('Your reason (optional)'), 'A sound roof')
  await user.click(dialog.getByRole('button', { name: 'Save Vote' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(sentence)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Ready to Invest/ }).checked).toBe(true)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Your reason (optional)').value).toBe('A sound roof')
  expect(dialog.getByRole('button', { name: 'Save Vote' }).hasAttribute('disabled')).toBe(false)
})

test.each([
  ['a failure of the server', refused('failed')],
  ['a database that is away', refused('database_away')],
  [
    'a lost line',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('after %s the vote is kept, and sent again with the same key', async (_what, answer) => {
  const { user, onClose } = show(answer)
  const dialog = within(await screen.findByRole('dialog', { name: 'Vote on Property' }))
  await user.click(dialog.getByRole('radio', { name: /^Ready to Invest/ }))
  await user.click(dialog.getByRole('button', { name: 'Save Vote' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const kept = Object.entries({ ...localStorage }).flatMap(([name, text]) =>
    name.startsWith(outboxPrefix) ? [JSON.parse(String(text))] : [],
  )
  expect(kept).toMatchObject([{ body: { preference: 'invest', version: 1 }, isFirstTry: false }])
})
