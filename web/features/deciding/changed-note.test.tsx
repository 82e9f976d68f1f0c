import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { ChangedNote } from './changed-note.tsx'

const at = '2026-11-15T06:00:00.000Z'

test('several price changes are shown as one, from the price at the vote to the current price', () => {
  renderUi(
    <ChangedNote
      changes={[
        { field: 'price', before: '845000', after: '820000', at },
        { field: 'price', before: '820000', after: '799000', at },
      ]}
    />,
  )
  expect(screen.getByRole('note').textContent).toContain('Price: $845,000 → $799,000')
})

test('a value that was changed back is not mentioned', () => {
  renderUi(
    <ChangedNote
      changes={[
        { field: 'address', before: '1 A Street', after: '2 B Street', at },
        { field: 'address', before: '2 B Street', after: '1 A Street', at },
      ]}
    />,
  )
  expect(screen.queryByRole('note')).toBeNull()
})
