import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { RingLegend } from './ring-legend.tsx'

test('the viewer’s row says You once, whether the name is the viewer’s or already You', () => {
  renderUi(
    <RingLegend
      caption="Who holds what"
      rows={[
        { key: 'a', name: 'You', amount: '$10', isYou: true },
        { key: 'b', name: 'Maya Stone', amount: '$20', isYou: true },
      ]}
    />,
  )
  expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual(['You', 'Maya StoneYou'])
})
