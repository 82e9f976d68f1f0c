import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { emptyDraft } from './circle-draft.ts'
import { DraftRing } from './draft-ring.tsx'

const draft = { ...emptyDraft, target: 780_000, shareSize: '1/6', ownerAmount: 260_000 } as const
const available = () => screen.getByText('Available').nextElementSibling?.textContent

test('shares held by others are not available', () => {
  renderUi(<DraftRing draft={draft} others={{ amount: 260_000, openPrices: [130_000, 130_000] }} />)
  expect(available()).toBe('$260,000')
})

test('in a new circle everything but the owner’s part is available', () => {
  renderUi(<DraftRing draft={draft} />)
  expect(available()).toBe('$520,000')
})
