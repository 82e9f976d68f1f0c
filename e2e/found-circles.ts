import type { APIRequestContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import { expect } from './journey.ts'

/** The public list, for picking a circle that is as a journey needs it. */
export async function publicCircles(request: APIRequestContext): Promise<Circle[]> {
  const answer = await request.get('/api/public/circle')
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

export async function aCircle(request: APIRequestContext, isWanted: (circle: Circle) => boolean): Promise<Circle> {
  const circle = (await publicCircles(request)).find(isWanted)
  if (!circle) throw new Error('The demo data has no circle of this kind.')
  return circle
}

/** Larkspur Terrace is in Denver, with several other circles around it. */
export const aroundDenver = 'lat=39.7392&lng=-104.9847&city=Denver%2C+CO'
