import type { APIRequestContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import { expect } from './journey.ts'

/** A demo circle that no test changes. Circles created by tests come and go while other tests run. */
export async function aCircle(request: APIRequestContext, title: string): Promise<Circle> {
  const answer = await request.get('/api/public/circle')
  expect(answer.status()).toBe(200)
  const circle = ((await answer.json()).data as Circle[]).find((each) => each.title === title)
  if (!circle) throw new Error(`The demo data has no circle “${title}”.`)
  return circle
}

export const fullCircle = 'Maple and Ninth'
export const openCircle = 'Clear Creek Lofts'
export const circleWithoutTarget = 'Lakeview Portfolio'
export const circleWithExclusiveBroker = 'Foundry Works'

/** Larkspur Terrace is in Denver, with several other circles nearby. */
export const aroundDenver = 'lat=39.7392&lng=-104.9847&city=Denver%2C+CO'
