import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReportDetail, ReportRow } from '#contract/reports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ReportsScreen } from './reports-screen.tsx'

const at = '2026-11-15T06:00:00.000Z'
const row: ReportRow = {
  _id: 'r1',
  kind: 'post',
  title: 'Post in Larkspur Terrace',
  reason: 'money',
  count: 1,
  createdAt: at,
  decision: null,
  decidedBy: null,
  decidedAt: null,
}
const report: ReportDetail = {
  ...row,
  snapshot: {
    circle: { _id: 'c1', name: 'Larkspur Terrace' },
    person: { _id: 'u1', name: 'Hector Ibarra' },
    name: null,
    text: 'Send me the money.',
    lines: [],
    pictures: [],
    at,
    before: null,
    after: null,
    mentions: [],
    wasHidden: false,
  },
  now: { state: 'same', text: '', lines: [], changedAt: null, path: null },
  reasons: [{ reporter: { _id: 'u2', name: 'Jonah Abbott' }, reason: 'money', words: '', at }],
  person: { _id: 'u1', name: 'Hector Ibarra', isSuspended: false },
}
const page = (items: readonly ReportRow[]) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 50,
  counts: { open: items.length, decided: 0 },
  lastDecidedAt: null,
})

const show = () => showScreen(<ReportsScreen />, '/admin/reports/r1?kind=post', '/admin/reports/:id')

test('the button follows the choice, a suspension needs a reason, and the list comes back with its filters', async () => {
  let isDecided = false
  const asked = serve(({ method, path }) => {
    if (method === 'POST') isDecided = true
    if (method === 'POST') return {}
    if (path === 'admin/report') return page(isDecided ? [] : [row])
    return isDecided ? { ...report, decision: 'suspended', decidedBy: 'Ruth Alder', decidedAt: at } : report
  })
  const { user, at: address } = show()
  await screen.findByText('Send me the money.')
  screen.getByRole('button', { name: 'Dismiss' })
  await user.click(screen.getByRole('radio', { name: /^Hide it/ }))
  screen.getByRole('button', { name: 'Hide it' })
  await user.click(screen.getByRole('radio', { name: /^Suspend with a reason/ }))
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  await screen.findByText('Please give a reason')
  await user.type(screen.getByLabelText(/^Reason/), 'Please write to us.')
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(address()).toBe('/admin/reports?kind=post'))
  expect(asked.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: 'admin/report/r1/decision', body: { decision: 'suspended', reason: 'Please write to us.' } },
  ])
})

test('the second of two administrators reads who was first', async () => {
  const sentence = 'Ruth Alder has decided on this report already.'
  serve(({ method, path }) => {
    if (method === 'POST') throw new ApiError(409, sentence, [], 'report_decided')
    return path === 'admin/report' ? page([row]) : report
  })
  const { user, at: address } = show()
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await screen.findByText(sentence)
  expect(address()).toBe('/admin/reports/r1?kind=post')
})
