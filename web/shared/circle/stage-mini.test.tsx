import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { circleStage } from './circle-stage.ts'
import { StageMini } from './stage-mini.tsx'

test('the small stage line has one label, and a dash for each stage', () => {
  const { container } = renderUi(<StageMini stage="deciding" />)
  screen.getByText('Stage 2 of 5: Deciding')
  expect([...container.querySelectorAll('i')].map((dash) => dash.dataset.when)).toEqual(['past', 'now', 'next', 'next', 'next'])
})

test('a circle gathers until every arc is held; a stage in the reply wins', () => {
  expect(circleStage({ sharesTotal: 12, sharesAvailable: 1 })).toBe('gathering')
  expect(circleStage({ sharesTotal: 12, sharesAvailable: 0 })).toBe('deciding')
  expect(circleStage({ sharesTotal: 0, sharesAvailable: 0 })).toBe('gathering')
  expect(circleStage({ sharesTotal: 12, sharesAvailable: 12, stage: 'ended' })).toBe('ended')
})
