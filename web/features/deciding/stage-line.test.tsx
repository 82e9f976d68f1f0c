import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { StageLine } from './stage-line.tsx'

const line = {
  stage: 'deciding',
  began: [
    { stage: 'gathering', at: '2026-09-14T10:00:00.000Z' },
    { stage: 'deciding', at: '2026-11-13T10:00:00.000Z' },
  ],
  sentence: { lead: 'All arcs are held. 24 Ferry Court passed:', rest: 'the owner can start buying.', isOwnersTurn: true },
  owner: { _id: 'owner', name: 'Omar Farouk' },
  openMotions: 0,
  waitingMotions: 0,
  hasMotions: false,
  selling: null,
}

const options = { properties: [{ _id: 'p1' }], mayStart: false, owner: line.owner }
const answer = ({ path }: { path: string }) => (path === 'app/acquisition/c1/start-options' ? options : line)

test('the stage line marks the present stage, dates the past ones, and says what comes next and who must do it', async () => {
  serve(answer)
  showScreen(<StageLine circleId="c1" userId="me" />)
  const stations = await screen.findAllByRole('listitem')
  expect(stations.map(({ textContent }) => textContent)).toEqual([
    'Gathering, past14 September 2026',
    'Decidingsince 13 November 2026',
    'Buying',
    'Owning',
    'Ended',
  ])
  expect(stations.map((station) => station.getAttribute('aria-current'))).toEqual([null, 'step', null, null, null])
  const part = within(screen.getByRole('region', { name: 'Stage of this circle' }))
  part.getByText('All arcs are held. 24 Ferry Court passed:')
  part.getByText('Omar Farouk')
})

test('a circle that ended without buying has skipped two stages', async () => {
  const began = [...line.began, { stage: 'ended', at: '2026-12-01T10:00:00.000Z' }]
  serve(() => ({ ...line, stage: 'ended', began, sentence: { lead: 'This circle has ended.', rest: '', isOwnersTurn: false } }))
  showScreen(<StageLine circleId="c1" userId="me" />)
  const stations = await screen.findAllByRole('listitem')
  expect(stations.map(({ textContent }) => textContent)).toEqual([
    'Gathering, past14 September 2026',
    'Deciding, past13 November 2026',
    'Buying, skipped',
    'Owning, skipped',
    'Ended1 December 2026',
  ])
  expect(stations.map((station) => station.querySelector('svg') !== null)).toEqual([true, true, false, false, true])
})

test('the owner reads that it is their turn', async () => {
  serve(({ path }) => (path === 'app/circle/c1/stage' ? line : undefined))
  showScreen(<StageLine circleId="c1" userId="owner" />)
  await screen.findByText('You')
  expect(screen.queryByText('Omar Farouk')).toBeNull()
})

test('once a property has passed the owner is led to where buying starts, the others to what it needs', async () => {
  serve(answer)
  showScreen(<StageLine circleId="c1" userId="owner" />)
  expect((await screen.findByRole('link', { name: 'Start buying' })).getAttribute('href')).toBe('/circle/c1/start-buying')
  cleanup()
  showScreen(<StageLine circleId="c1" userId="me" />)
  expect((await screen.findByRole('link', { name: 'What buying needs' })).getAttribute('href')).toBe('/circle/c1/start-buying')
  screen.getByText('Omar Farouk')
  expect(screen.queryByRole('link', { name: 'Start buying' })).toBeNull()
})

test('while the circle buys, everyone is led to the purchase', async () => {
  serve(() => ({ ...line, stage: 'buying', sentence: { lead: '3 of 5 members have paid.', rest: '', isOwnersTurn: true } }))
  showScreen(<StageLine circleId="c1" userId="me" />)
  expect((await screen.findByRole('link', { name: 'Open the purchase' })).getAttribute('href')).toBe('/circle/c1/purchase')
})

test('once the circle may sell, everyone is led to the sale', async () => {
  const sentence = { lead: 'The circle may sell 24 Ferry Court:', rest: 'the owner can record the sale.', isOwnersTurn: true }
  serve(() => ({ ...line, stage: 'owning', selling: 'permitted', sentence }))
  showScreen(<StageLine circleId="c1" userId="me" />)
  expect((await screen.findByRole('link', { name: 'Open the sale' })).getAttribute('href')).toBe('/circle/c1/sale')
})

test('a stage line that cannot be loaded can be asked for again', async () => {
  let isDown = true
  serve((request) => (isDown ? undefined : answer(request)))
  const { user } = showScreen(<StageLine circleId="c1" userId="me" />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isDown = false
  await user.click(retry)
  await screen.findByText('Deciding')
})
