import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuditRow } from '#contract/admin.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { AuditLogScreen } from './audit-log-screen.tsx'

const [circle, buyer, gone] = ['7', '8', '9'].map((last) => `01890a5d-ac96-774b-bcce-b302099a805${last}`) as [string, string, string]
const row: AuditRow = {
  _id: '1',
  at: '2026-11-15T10:11:12.000Z',
  act: 'circle.handed_over',
  actor: { _id: gone, name: 'Petra Logsdon', email: 'petra@example.com' },
  subjectKind: 'circle',
  subjectId: circle,
  fields: [],
  facts: { to: buyer },
  names: { [circle]: 'Quarry Lofts', [buyer]: 'maya@example.com' },
  requestId: null,
  address: '10.0.0.1',
}

afterEach(() => vi.unstubAllGlobals())

test('the audit log shows names of people and circles, and ids only of deleted ones', async () => {
  const nameless = { ...row, _id: '2', subjectKind: 'user', subjectId: gone, facts: {}, names: {} }
  serve(({ path }) => (path === 'admin/audit-log' ? { items: [row, nameless], total: 2, page: 1, pageSize: 10 } : []))
  showScreen(<AuditLogScreen />, '/admin/audit-log')
  const [first, second] = (await screen.findAllByRole('row')).slice(1)
  const text = first?.textContent ?? ''
  for (const words of ['Petra Logsdon', 'petra@example.com', 'Quarry Lofts', 'to: maya@example.com']) expect(text).toContain(words)
  expect(text).not.toContain('01890a5d')
  expect(within(second as HTMLElement).getByText(/b302099a8059$/)).toBeTruthy()
})
