import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Question } from '#contract/questions.ts'
import type { AskingState } from '#domain/questions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { AskOwner } from './ask-owner.tsx'
import { Questions } from './questions.tsx'

const at = '2026-11-14T12:00:00.000Z'
const question = (change: Partial<Question>): Question => ({
  _id: 'q',
  state: 'answered',
  isMine: false,
  asked: { state: 'shown', text: 'Is there a lift?', at, by: 'Owen' },
  answered: { state: 'shown', text: 'No lift.', at, by: null },
  mayAnswer: false,
  mayTakeAway: false,
  ...change,
})
const show = (questions: readonly Question[], earlier = 0, onEarlier = () => {}) =>
  showScreen(<Questions circleId="c" questions={questions} owner={null} earlier={earlier} onEarlier={onEarlier} />)
const ask = (state: AskingState, left = 0) => showScreen(<AskOwner circleId="c" invite={null} owner="Nora" asking={{ state, left }} />)

test('an answered question names its asker, and an owner who is not shown as the owner', () => {
  show([question({})])
  expect(screen.getByText('Owen').parentElement?.textContent).toBe('Owen asked, Nov 14, 2026')
  screen.getByText('The owner answered,', { exact: false })
  screen.getByText('1 answered')
  expect(screen.queryByRole('button')).toBeNull()
})

test('older questions are shown when they are asked for', async () => {
  let asked = 0
  const { user } = show([question({})], 3, () => {
    asked += 1
  })
  await user.click(screen.getByRole('button', { name: 'Show earlier questions' }))
  expect(asked).toBe(1)
})

test('a hidden question keeps its place without a name', () => {
  show([question({ asked: { state: 'hidden', text: '', at, by: null } })])
  screen.getByText('Hidden by an administrator')
  screen.getByText('Someone asked,', { exact: false })
})

test('a question is taken away by those who may', async () => {
  const asked = serve(() => ({}))
  const { user } = show([question({ isMine: true, mayTakeAway: true })])
  await user.click(screen.getByRole('button', { name: 'Take away' }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path !== 'auth/whoami').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE app/question/q',
    ]),
  )
})

test('people read what keeps them from asking', async () => {
  ask('sign_in')
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login?redirect=%2Fcircle-public%2Fc')
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register?redirect=%2Fcircle-public%2Fc')
  ask('confirm')
  screen.getByText('Confirm your e-mail address to ask.')
  ask('used_up')
  await screen.findByText('You have asked 5 questions today. You can ask again tomorrow.')
})

test('a member is offered nothing to ask', () => {
  ask('inside')
  expect(screen.queryByText('Ask Nora')).toBeNull()
})

test('a refused question stays in the field with the reason, and a sent one is confirmed', async () => {
  let isUp = false
  serve(() => {
    if (!isUp) throw new ApiError(409, 'This circle has ended.')
    return question({ state: 'waiting', answered: null })
  })
  const { user } = ask('open', 3)
  const field = await screen.findByLabelText('Your question')
  screen.getByText('3 of 5 questions left today')
  await user.type(field, 'Is there a lift?')
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  await screen.findByText('This circle has ended.')
  expect((field as HTMLTextAreaElement).value).toBe('Is there a lift?')
  isUp = true
  await user.click(await screen.findByRole('button', { name: 'Send question' }))
  await screen.findByText('has your question', { exact: false })
})
