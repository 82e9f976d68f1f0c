import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { charterClauses } from '#domain/charter.ts'
import { defaultRules } from '#domain/outcome.ts'
import type { Stage } from '#domain/stages.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ChangeRules } from './change-rules.tsx'

const current = { version: 1, rules: defaultRules, clauses: charterClauses(defaultRules), at: null }

function show(stage: Stage, isSetByMotion = false) {
  serve(({ path }) =>
    path === 'app/circle/c1/charter'
      ? { current, versions: [current], accepted: null, isSetByMotion }
      : path === 'app/property/c1'
        ? []
        : undefined,
  )
  return showScreen(<ChangeRules circleId="c1" stage={stage} />)
}

test('while arcs are free, the owner changes the rules in a dialog', async () => {
  const { user } = show('gathering')
  const button = await screen.findByRole('button', { name: 'Change rules' })
  await expect.poll(() => button.hasAttribute('disabled')).toBe(false)
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Decision rules' })
})

test.each(['deciding', 'buying', 'owning'] as const)('from %s on, the owner proposes new rules by a motion', async (stage) => {
  show(stage)
  const link = await screen.findByRole('link', { name: 'Propose new rules' })
  expect(link.getAttribute('href')).toBe('/circle/c1/new-motion?kind=rules')
  expect(screen.queryByRole('button', { name: 'Change rules' })).toBeNull()
})

test('rules that a motion has set are not offered to the owner, though arcs are free again', async () => {
  show('gathering', true)
  await screen.findByText(/A motion has set these rules/)
  expect(screen.queryByRole('button', { name: 'Change rules' })).toBeNull()
})
