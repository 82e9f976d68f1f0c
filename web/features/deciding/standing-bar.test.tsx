import { expect, test } from 'vitest'
import type { Deciding } from '#contract/deciding.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import styles from './deciding.module.css'
import { StandingBar } from './standing-bar.tsx'

const standing: Deciding['standing'] = {
  state: 'open',
  outcome: 'open',
  of: 8,
  voted: 8,
  invest: 5,
  watchList: 0,
  veto: 3,
  needed: 0,
  late: 0,
  words: '',
}
const tones = (container: HTMLElement) =>
  [...container.querySelectorAll(`.${styles.standingBar} > span`)].map((segment) => segment.getAttribute('data-tone'))

test('the bar has no segment for a choice without votes, and none for missing votes once all have voted', () => {
  expect(tones(renderUi(<StandingBar standing={standing} />).container)).toEqual(['invest', 'veto'])
  expect(tones(renderUi(<StandingBar standing={{ ...standing, voted: 6, invest: 3 }} />).container)).toEqual(['invest', 'veto', null])
})
