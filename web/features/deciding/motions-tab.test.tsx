import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MotionList } from '#contract/motions.ts'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MotionsTab } from './motions-tab.tsx'

const ended = (id: string) =>
  sampleMotion({
    _id: id,
    title: `Motion ${id}`,
    endedAt: '2026-11-12T10:00:00.000Z',
    standing: { ...sampleMotion().standing, outcome: 'passed', yes: 10, of: 12 },
  })
const list = (change: Partial<MotionList> = {}): MotionList => ({
  open: [sampleMotion({ closesAt: '2030-12-10T18:00:00.000Z' })],
  closed: ['a', 'b', 'c', 'd'].map(ended),
  closedTotal: 4,
  page: 1,
  pageSize: 20,
  kinds: ['general', 'spend'],
  ...change,
})

test('open motions stand first with what they need; of the closed ones three, then all', async () => {
  serve(() => list())
  const { user, at } = showScreen(<MotionsTab circleId="c1" />, '/circle/c1?tab=motions')
  const [open, ...closed] = await screen.findAllByRole('listitem')
  const row = within(open as HTMLElement)
  expect(row.getByRole('link', { name: 'Repair the roof' }).getAttribute('href')).toBe('/circle/c1/motion/m1')
  row.getByText('Needs 2 more arcs to say yes')
  row.getByText('Ida Brandt · closes 10 December 2030')
  row.getByText('You have not voted')
  expect(closed).toHaveLength(3)
  await user.click(screen.getByRole('link', { name: 'All 4' }))
  expect(at()).toBe('/circle/c1?tab=motions&closed=1')
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
})

test('without kinds that may be proposed there is no button', async () => {
  serve(() => list({ open: [], closed: [], closedTotal: 0, kinds: [] }))
  showScreen(<MotionsTab circleId="c1" />)
  await screen.findByText('No motion is open')
  expect(screen.queryByRole('link', { name: 'New motion' })).toBeNull()
})

test('a list that cannot be loaded can be asked for again', async () => {
  let isDown = true
  serve(() => (isDown ? undefined : list()))
  const { user } = showScreen(<MotionsTab circleId="c1" />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isDown = false
  await user.click(retry)
  await screen.findByRole('link', { name: 'New motion' })
})

test('the tab of an ended circle says that nothing is proposed any more', async () => {
  const sentence = { lead: 'This circle has ended.', rest: '', isOwnersTurn: false }
  const line = { stage: 'ended', began: [], sentence, owner: null, openMotions: 0, waitingMotions: 0, hasMotions: true }
  serve(({ path }) => (path === 'app/circle/c1/stage' ? line : list({ open: [], kinds: [] })))
  showScreen(<MotionsTab circleId="c1" />)
  await screen.findByText('This circle has ended: nothing is proposed any more.')
})
