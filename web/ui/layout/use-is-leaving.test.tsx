import { act, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { useIsLeaving } from './use-is-leaving.ts'

let isLeaving: () => boolean = () => false

function MapScreen() {
  isLeaving = useIsLeaving()
  return <p>Map</p>
}

const Layout = () => (
  <Suspense fallback={<p>Loading</p>}>
    <Outlet />
  </Suspense>
)

test('a screen is being left while the next one is still loading its code', async () => {
  let loaded = (_: { default: () => React.ReactNode }) => {}
  const Circle = lazy(() => new Promise<{ default: () => React.ReactNode }>((done) => (loaded = done)))
  const routes = [
    {
      element: <Layout />,
      children: [
        { path: '/map', element: <MapScreen /> },
        { path: '/circle', element: <Circle /> },
      ],
    },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/map'] })
  renderUi(<RouterProvider router={router} />)
  expect(isLeaving()).toBe(false)
  await act(() => router.navigate('/map?q=loft', { replace: true }))
  expect(isLeaving()).toBe(false)
  await act(() => router.navigate('/circle'))
  // React keeps the old screen, although the router is done.
  expect(router.state.navigation.state).toBe('idle')
  expect(screen.getByText('Map')).toBeDefined()
  expect(isLeaving()).toBe(true)
  await act(async () => loaded({ default: () => <p>Circle</p> }))
  expect(screen.getByText('Circle')).toBeDefined()
})
