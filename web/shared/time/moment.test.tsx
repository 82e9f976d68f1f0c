import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { Day, Moment } from './moment.tsx'
import { ZoneProvider } from './zone.tsx'

const shown = () => screen.getByRole('time').textContent

test.each([
  ['America/Denver', '18 November 2026, 11:25 PM MST', 'Nov 18, 2026'],
  ['Asia/Kathmandu', '19 November 2026, 12:10 PM GMT+5:45', 'Nov 19, 2026'],
  ['Pacific/Auckland', '19 November 2026, 7:25 PM GMT+13', 'Nov 19, 2026'],
  ['Mars/Olympus', '19 November 2026, 6:25 AM UTC', 'Nov 19, 2026'],
])('in %s a moment and its day are the same local day, and the moment names the zone', (zone, moment, day) => {
  const at = '2026-11-19T06:25:00.000Z'
  const { unmount } = renderUi(<Moment at={at} />, zone)
  expect(shown()).toBe(moment)
  unmount()
  renderUi(<Day at={at} form="short" />, zone)
  expect(shown()).toBe(day)
})

test('without an account the browser’s zone counts', () => {
  renderUi(
    <ZoneProvider zone={null}>
      <Moment at="2031-03-04T05:06:00.000Z" />
    </ZoneProvider>,
  )
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(new Date('2031-03-04T05:06:00.000Z'))
  expect(shown()).toContain(name.find(({ type }) => type === 'timeZoneName')?.value)
})
