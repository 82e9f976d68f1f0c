import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { RecordRow } from '#contract/deciding.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { RecordDetail } from './record-row.tsx'

const member = { arcs: 4, preference: null, choice: null, isLeftOut: false, isSilent: false, reason: null }
const row: RecordRow = {
  _id: 'r1',
  kind: 'motion_closed',
  cause: 'motion',
  at: '2026-12-10T18:00:00.000Z',
  by: null,
  property: null,
  motion: { _id: 'm1', title: 'Repair the roof' },
  closesAt: null,
  rules: {
    version: 3,
    words: 'Passes when more than half of all arcs say Ready to Invest',
    countBy: 'arcs',
    threshold: 50,
    quorum: 50,
    vetoBlocks: false,
  },
  standing: null,
  motionCount: { outcome: 'passed', of: 10, voted: 8, yes: 7, no: 1, abstain: 0, leftOut: 2, late: 0, silent: 0 },
  votes: [
    { ...member, name: 'Ida Brandt', choice: 'yes', reason: 'Before the snow.' },
    { ...member, name: 'Maya Sorensen' },
    { ...member, name: 'Tomas Weller', arcs: 2, isLeftOut: true },
  ],
  words: '“Repair the roof” passed',
}

test('who was away is left out of the count, and marked', () => {
  const away = { ...member, name: 'Tomas Weller', arcs: 2, choice: 'no' as const, isSilent: true }
  const motionCount = { outcome: 'passed' as const, of: 10, voted: 8, yes: 7, no: 1, abstain: 0, leftOut: 0, late: 0, silent: 2 }
  renderUi(
    <MemoryRouter>
      <RecordDetail row={{ ...row, motionCount, votes: [away] }} circleId="c1" />
    </MemoryRouter>,
  )
  screen.getByText('Yes 7 · No 1 · Abstain 0 · voted 8 of 10 · 2 arcs of members who were away were left out')
  expect(screen.getByRole('listitem').textContent).toBe('Tomas Weller 2 arcsNot counted')
})

test('a closed motion is explained by its count, everyone’s vote and reason, and who was left out', () => {
  renderUi(
    <MemoryRouter>
      <RecordDetail row={row} circleId="c1" />
    </MemoryRouter>,
  )
  screen.getByText('Yes 7 · No 1 · Abstain 0 · voted 8 of 10 · 2 left out')
  const votes = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(votes).toEqual(['Ida Brandt 4 arcsYesBefore the snow.', 'Maya Sorensen 4 arcsNot voted', 'Tomas Weller 2 arcsNot counted'])
  expect(screen.getByRole('link', { name: 'Open the motion' }).getAttribute('href')).toBe('/circle/c1/motion/m1')
})
