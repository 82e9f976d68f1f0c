import { expect, test } from 'vitest'
import { isAdminNeed, type Need, type NeedKind, needKinds, toNeedCells } from './needs.ts'

const mill = { _id: '1', title: 'Old Mill Exchange' }
const larkspur = { _id: '2', title: 'Larkspur Terrace' }
const sycamore = { _id: '3', title: 'Sycamore Court' }

const need = (kind: NeedKind, changes: Partial<Need> = {}): Need => ({
  kind,
  circle: mill,
  name: null,
  path: `/${kind}`,
  dueAt: null,
  count: 1,
  ...changes,
})
const cells = (...needs: Need[]) => toNeedCells(needs, (dueAt) => dueAt.slice(0, 10))

test('votes on properties and motions share a cell, which leads with the soonest and opens it', () => {
  const motion = need('motion', { name: 'Repair the roof', dueAt: '2026-12-20T10:00:00.000Z', path: '/motion/7' })
  const property = need('vote', { name: '70 Millrace Yard', dueAt: '2026-12-17T10:00:00.000Z', path: '/property/3' })
  expect(cells(motion, property)).toEqual([
    {
      kind: 'vote',
      label: 'Vote',
      figure: 2,
      unit: 'votes waiting',
      due: 'Closes 2026-12-17',
      what: '70 Millrace Yard and 1 motion, Old Mill Exchange',
      action: 'Vote',
      path: '/property/3',
    },
  ])
  expect(cells(motion)[0]).toMatchObject({ figure: 1, unit: 'vote waiting', what: '“Repair the roof”, Old Mill Exchange' })
  const undated = need('vote', { name: '12 Lakeview Spur', circle: larkspur })
  expect(cells(undated, property)[0]?.what).toBe('70 Millrace Yard and 1 more property, Old Mill Exchange and Larkspur Terrace')
  expect(cells(undated, property, motion)[0]?.what).toMatch(/^70 Millrace Yard and 2 more, /)
  expect(cells(undated)[0]).toMatchObject({ due: null, what: '12 Lakeview Spur, Larkspur Terrace' })
})

test('the soonest cell is first, and those without a date are last in their own order', () => {
  const shown = cells(
    need('answer', { count: 3 }),
    need('charter', { name: 'Version 4' }),
    need('invitation', { dueAt: '2026-12-01T00:00:00.000Z' }),
    need('vote', { name: '1 Elm', dueAt: '2026-12-02T00:00:00.000Z' }),
  )
  expect(shown.map(({ kind }) => kind)).toEqual(['invitation', 'vote', 'agree', 'read'])
})

test('answers and shares are counted, and circles are named up to two', () => {
  const answers = [need('answer', { count: 2, circle: larkspur }), need('answer', { circle: sycamore })]
  expect(cells(...answers)[0]).toMatchObject({
    figure: 3,
    unit: 'answers to read',
    what: 'To your questions in Larkspur Terrace and Sycamore Court',
  })
  expect(cells(...answers, need('answer'))[0]?.what).toBe('To your questions in 3 circles')
  expect(cells(need('conversation', { circle: larkspur }), need('conversation', { circle: sycamore }))[0]).toMatchObject({
    figure: 2,
    unit: 'circles have new posts',
    what: 'Larkspur Terrace and Sycamore Court',
  })
  expect(cells(need('place', { count: 2 }))[0]).toMatchObject({ figure: 2, unit: 'arcs came free' })
  expect(cells(need('charter', { name: 'Version 4' }))[0]?.what).toBe('Version 4, Old Mill Exchange')
})

test('every kind has a cell', () => {
  for (const kind of needKinds) expect(cells(need(kind, { name: 'A name' }))).toHaveLength(1)
})

test('what waits for administrators has its own cells, and people lead to the one who waits longest', () => {
  const about = { circle: null }
  const shown = cells(
    need('verification', { ...about, name: 'Owen Pell', path: '/review/owen', facts: { since: '3 days', state: 'answered' } }),
    need('verification', { ...about, name: 'Ines Duarte', path: '/review/ines' }),
    need('report', { ...about, name: 'Post in Larkspur Terrace', count: 2 }),
    need('failed_mail', { ...about, count: 3, name: 'Ines Duarte', facts: { tries: 5 } }),
    need('crash_report', { ...about, count: 2, facts: { since: 'Nov 15', kinds: 1, people: 2 } }),
    need('vote', { name: '1 Elm', dueAt: '2026-12-02T00:00:00.000Z' }),
  )
  expect(shown.map(({ kind, figure, unit }) => [kind, figure, unit])).toEqual([
    ['vote', 1, 'vote waiting'],
    ['people', 2, 'people waiting to be verified'],
    ['reports', 2, 'reports to look at'],
    ['mails', 3, 'mails not sent'],
    ['crashes', 2, 'crash reports since Nov 15'],
  ])
  expect(shown[1]).toMatchObject({
    due: 'Longest: 3 days',
    what: 'Owen Pell, has answered',
    action: 'Review people',
    path: '/review/owen',
  })
  expect(shown.slice(3).map(({ due, what }) => [due, what])).toEqual([
    ['Tried 5 times', 'To Ines Duarte'],
    [null, '1 kind, seen by 2 people'],
  ])
  const [never] = cells(need('crash_report', { ...about, facts: { since: null, kinds: 2, people: 0 } }))
  expect([never?.unit, never?.what]).toEqual(['open crash report', '2 kinds, seen by visitors'])
  expect(needKinds.filter((kind) => isAdminNeed({ kind }))).toEqual(['verification', 'report', 'failed_mail', 'crash_report'])
})
