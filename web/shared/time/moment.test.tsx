import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { Moment } from './moment.tsx'

const shown = () => screen.getByRole('time').textContent

test('dates of this year and of other years have the same format', () => {
  renderUi(<Moment at={new Date().toISOString()} />)
  expect(shown()).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}, \d{1,2}:\d\d [AP]M$/)
})

test('an exact moment includes its time zone', () => {
  renderUi(<Moment at="2031-03-04T05:06:00.000Z" exactly />)
  expect(shown()).toMatch(/^Mar \d\d, 2031, \d{1,2}:\d\d [AP]M \S+$/)
})
