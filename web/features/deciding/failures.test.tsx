import { Notifications } from '@mantine/notifications'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import type { Charter } from '#contract/deciding.ts'
import { refusals } from '#contract/errors.ts'
import { charterClauses } from '#domain/charter.ts'
import { defaultRules } from '#domain/outcome.ts'
import { ApiError } from '#web/api/api-error.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ChangeRulesDialog } from './change-rules-dialog.tsx'
import { CharterDialog } from './charter-dialog.tsx'

const refuseWrites = (code: 'database_away' | 'charter_changed' | 'rules_in_use') =>
  serve(({ method }) => {
    if (method !== 'GET') throw new ApiError(refusals[code].status, refusals[code].error, [], code)
  })

const current: Charter = { version: 2, rules: defaultRules, clauses: charterClauses(defaultRules), at: null }

test.each(['database_away', 'charter_changed'] as const)('a charter that could not be agreed to is said: %s', async (code) => {
  refuseWrites(code)
  const { user } = showScreen(
    <>
      <Notifications />
      <CharterDialog circleId="c1" current={current} versions={[current]} mayAgree onClose={() => {}} />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'I agree to version 2' }))
  await screen.findByText(refusals[code].error)
})

test.each(['database_away', 'rules_in_use'] as const)('rules that could not be saved are said: %s', async (code) => {
  refuseWrites(code)
  const { user } = showScreen(<ChangeRulesDialog circleId="c1" rules={defaultRules} onClose={() => {}} />)
  await user.click(await screen.findByRole('radio', { name: /^By person/ }))
  await user.click(screen.getByRole('button', { name: 'Save rules' }))
  await screen.findByText(refusals[code].error)
})
