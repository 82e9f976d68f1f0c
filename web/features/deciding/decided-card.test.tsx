import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RecordRow } from '#contract/deciding.ts'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { DecidedCard } from './decided-card.tsx'

const property = sampleProperty({
  circle: { _id: 'c1', title: 'Larkspur Terrace' },
  tally: { invest: 3, watchList: 1, veto: 1, total: 5, topChoice: 'invest' },
  deciding: sampleDeciding({
    closesAt: '2026-11-14T05:35:00.000Z',
    isClosed: true,
    standing: {
      state: 'passes',
      outcome: 'passed',
      of: 9,
      voted: 9,
      invest: 7,
      watchList: 1,
      veto: 1,
      silent: 0,
      needed: 0,
      late: 3,
      words: 'Passed: 7 of 9 arcs to invest, 9 voted',
    },
  }),
})
const row: RecordRow = {
  _id: 'r1',
  kind: 'closed',
  cause: 'closing_date',
  at: '2026-11-14T05:35:00.000Z',
  by: null,
  property: { _id: 'p1', address: '24 Ferry Court', price: 647_000 },
  motion: null,
  closesAt: null,
  rules: { version: 2, words: '', countBy: 'arcs', threshold: 66, quorum: 75, vetoBlocks: false },
  standing: null,
  motionCount: null,
  votes: [],
  words: '24 Ferry Court passed',
}
const record = { items: [row], total: 1, page: 1, pageSize: 5 }

test('a decided property is shown as it stood, and offers its record instead of a vote', async () => {
  serve(({ path }) => (path.endsWith('/record') ? record : undefined))
  showScreen(<DecidedCard property={property} editPath={undefined} onOpen={() => {}} />)
  screen.getByText('Passed')
  screen.getByText('14 November 2026')
  screen.getByText('Denver, CO 80240 · $647,000 then')
  await screen.findByText(/3 arcs came too late to count\. Shown as it stood on .*, under charter version 2\./)
  expect(screen.getByRole('link', { name: 'Open the record: 24 Ferry Court' }).getAttribute('href')).toBe('/circle/c1/record?property=p1')
  expect(screen.queryByRole('button', { name: /Vote/ })).toBeNull()
})
