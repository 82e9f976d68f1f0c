import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import styles from './standing-line.module.css'
import { StandingLine } from './standing-line.tsx'

const votes = (invest: number, watch: number, veto: number) =>
  [
    { tone: 'invest', amount: invest },
    { tone: 'watch', amount: watch },
    { tone: 'veto', amount: veto },
  ] as const
const tones = (container: HTMLElement) =>
  [...container.querySelectorAll(`.${styles.bar} > span`)].map((segment) => segment.getAttribute('data-tone'))

test('the bar has no segment for a choice without votes, and none for missing votes once all have voted', () => {
  expect(tones(renderUi(<StandingLine parts={votes(5, 0, 3)} of={8} />).container)).toEqual(['invest', 'veto'])
  expect(tones(renderUi(<StandingLine parts={votes(3, 0, 3)} of={8} />).container)).toEqual(['invest', 'veto', null])
})

test('the line stands where it passes, and is left out where nothing could pass', () => {
  const mark = (container: HTMLElement) => container.querySelector<HTMLElement>(`.${styles.mark}`)?.style.left
  expect(mark(renderUi(<StandingLine parts={votes(4, 2, 1)} of={10} passesFrom={6} />).container)).toBe('60%')
  expect(mark(renderUi(<StandingLine parts={votes(0, 0, 0)} of={0} passesFrom={1} />).container)).toBeUndefined()
})
