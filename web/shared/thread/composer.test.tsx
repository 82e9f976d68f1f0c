import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mentionOf } from '#domain/mentions.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { Composer } from './composer.tsx'
import type { Reader } from './thread.queries.ts'

const reader = (last: string, name: string, role: Reader['role'] = null): Reader => ({
  _id: `0198b0c0-0000-7000-8000-00000000000${last}`,
  name,
  initial: name[0] ?? '',
  role,
  arc: 0,
  isMember: true,
})
const [celeste, hector, henry] = [reader('1', 'Celeste Laurent', 'treasurer'), reader('2', 'Hector Ibarra'), reader('3', 'Henry Bell')]
const readers = [celeste, hector, henry]

function show(given: Partial<Parameters<typeof Composer>[0]> = {}) {
  serve(() => undefined)
  const onSubmit = vi.fn(async (_text: string) => {})
  const { user } = showScreen(<Composer label="Write to the circle" button="Post" readers={readers} onSubmit={onSubmit} {...given} />)
  const field = () => screen.getByLabelText('Write to the circle') as HTMLTextAreaElement
  return { user, field, onSubmit }
}
const active = () => screen.getByRole('option', { selected: true }).textContent

test('a person is mentioned with the keyboard only, and sent by id', async () => {
  const { user, field, onSubmit } = show()
  await user.type(field(), 'Hello @')
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(screen.getByRole('option', { name: /Celeste Laurent/ }).textContent).toContain('treasurer')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(active()).toContain('Henry Bell')
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{Home}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{End}h')
  expect(screen.getAllByRole('option')).toHaveLength(2)
  await user.keyboard('{Enter}')
  expect(field().value).toBe('Hello @Hector Ibarra ')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('and @cel{Tab}!')
  expect(field().value).toBe('Hello @Hector Ibarra and @Celeste Laurent !')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(onSubmit).toHaveBeenCalledWith(`Hello ${mentionOf(hector._id)} and ${mentionOf(celeste._id)} !`)
  expect(field().value).toBe('')
})

test('Escape leaves the words as they are, and a name that nobody has says so', async () => {
  const { user, field, onSubmit } = show()
  await user.type(field(), 'Ask @He')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('c')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard(' or @Mar')
  screen.getByText('Nobody here is called “Mar”. The words stay as you write them.')
  await user.keyboard(' tomorrow')
  expect(screen.queryByRole('status')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(onSubmit).toHaveBeenCalledWith('Ask @Hec or @Mar tomorrow')
})

test('an edited post shows names, keeps them as mentions, and makes words of one that is changed', async () => {
  const gone = { _id: '0198b0c0-0000-7000-8000-000000000009', name: 'Former member' }
  const { user, field, onSubmit } = show({
    initial: `${mentionOf(hector._id)} and ${mentionOf(gone._id)}`,
    mentioned: [{ _id: hector._id, name: hector.name }, gone],
  })
  expect(field().value).toBe('@Hector Ibarra and @Former member')
  await user.type(field(), ', hello')
  await user.type(field(), '{Backspace}', { initialSelectionStart: 14, initialSelectionEnd: 14 })
  await user.click(screen.getByRole('button', { name: 'Post' }))
  expect(onSubmit).toHaveBeenCalledWith(`@Hector Ibarr and ${mentionOf(gone._id)}, hello`)
})

test('what is stored is counted, and too much of it cannot be sent', async () => {
  const { user, field } = show({ initial: `${mentionOf(hector._id)}${'x'.repeat(1_959)}` })
  screen.getByText('1998 of 2000 characters used')
  await user.type(field(), 'yyyy', { initialSelectionStart: field().value.length })
  expect(field().value.endsWith('xyy')).toBe(true)
  screen.getByText('2000 of 2000 characters used')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post' }).disabled).toBe(false)
  await user.type(field(), '@', { initialSelectionStart: 0, initialSelectionEnd: 14 })
  await user.keyboard('{Enter}')
  screen.getByText('2001 of 2000 characters used')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post' }).disabled).toBe(true)
})
