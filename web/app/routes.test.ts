import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { needOf } from '#contract/gates.ts'
import type { ScreenHandle } from './gates/gate.tsx'
import { routes } from './routes.tsx'

const specified = [
  '/',
  '/login',
  '/register',
  '/logout',
  '/request-reset',
  '/reset-password',
  '/set-password',
  '/onboarding',
  '/user-verification',
  '/forbidden',
  '/terms-of-service',
  '/find-circles',
  '/find-circles/map-view',
  '/circle-public/7',
  '/circle/7',
  '/create-circle',
  '/join-circle/7',
  '/dashboard',
  '/add-property/7',
  '/profile',
  '/broker/circles',
  '/broker/circle/7',
  '/broker/add-property/7',
  '/admin',
  '/admin/user-management',
  '/admin/circle-management',
  '/admin/circle-management/7',
  '/admin/circles',
  '/admin/broker-management',
  '/admin/manage-user/7',
  '/admin/manage-circle/new',
  '/admin/manage-broker/new',
  '/admin/manage-property/7',
]

const screenAt = (path: string): RouteObject | undefined => matchRoutes(routes, path)?.at(-1)?.route
const handleAt = (path: string) => screenAt(path)?.handle as ScreenHandle | undefined

const screensOf = (table: readonly RouteObject[]): RouteObject[] =>
  table.flatMap((route) => (route.path === undefined ? screensOf(route.children ?? []) : [route]))

describe('the route table', () => {
  test.each(specified)('has a screen at %s', (path) => {
    expect(screenAt(path)).toBeDefined()
    expect(screenAt(path)?.path).not.toBe('*')
  })

  test('shows Page Not Found at any other address', () => {
    for (const path of ['/nowhere', '/admin/nowhere', '/circle', '/circle/7/8']) expect(handleAt(path)?.title).toBe('Page Not Found')
  })

  test('declares the same access for each path as the gates, so that sign-in leads to a page that may be opened', () => {
    for (const { path = '', handle } of screensOf(routes)) {
      expect([path, (handle as ScreenHandle).need]).toEqual([path, path === '*' ? 'public' : needOf(path.replace(':id', '7'))])
    }
  })

  test('gives every screen a title', () => {
    for (const { handle } of screensOf(routes)) expect((handle as ScreenHandle).title).not.toBe('')
  })
})
