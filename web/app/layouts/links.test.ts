import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { applicationLinks, isCurrent } from './links.ts'

const marked = (path: string) => applicationLinks.filter((link) => isCurrent(link, path)).map(({ text }) => text)

test('one’s own circle belongs to the dashboard, circles of others to finding circles', () => {
  for (const path of [paths.dashboard, paths.circle('7'), paths.circleMotion('7', '8'), paths.addProperty('7')])
    expect([path, marked(path)]).toEqual([path, ['Dashboard']])
  for (const path of [paths.findCircles, paths.mapView, paths.circlePublic('7'), paths.joinCircle('7')])
    expect([path, marked(path)]).toEqual([path, ['Find Circles']])
})
