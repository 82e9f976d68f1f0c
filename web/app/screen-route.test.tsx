import { QueryClientProvider } from '@tanstack/react-query'
import { screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { watchMissingChunks } from './missing-chunks.ts'
import { createQueryClient } from './query-client.ts'
import { LayoutFailure } from './screen-failure.tsx'
import { layout, screen } from './screen-route.tsx'

watchMissingChunks()

const reload = vi.fn()
let answers = true
beforeEach(() => {
  answers = true
  vi.stubGlobal('location', { ...window.location, href: 'http://localhost/', reload })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response(address === '/healthz' ? '{}' : JSON.stringify({ status: 200, message: 'OK', data: { id: '1' } }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockReset()
})

/** What the build makes of an import that fails. */
async function missing(): Promise<never> {
  const error = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  throw error
}
const Layout = () => (
  <>
    <p>The layout</p>
    <Outlet />
  </>
)

function open(loadLayout: () => Promise<ComponentType>) {
  const router = createMemoryRouter([
    { element: <Outlet />, errorElement: <LayoutFailure />, children: [layout(loadLayout, [screen('/', 'Home', 'public', missing)])] },
  ])
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('a screen that cannot be loaded without a connection says so inside its layout; Retry reloads once the server answers', async () => {
  answers = false
  open(async () => Layout)
  await page.findByRole('heading', { level: 1, name: 'You are offline' })
  expect(page.getByText('The layout')).toBeDefined()
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  expect(reload).not.toHaveBeenCalled()
  answers = true
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
})

test('says so without the layout if that is missing too', async () => {
  answers = false
  open(missing)
  await page.findByRole('heading', { level: 1, name: 'You are offline' })
})

test('a chunk that is gone after a deployment reloads the page, without a crash report', async () => {
  open(async () => Layout)
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(page.queryByText('Oops! Something went wrong')).toBeNull()
})

test('a chunk that is still missing after the reload shows the crash screen', async () => {
  sessionStorage.setItem('reloaded-for-new-version', String(Date.now() - 1))
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now())
  open(async () => Layout)
  await page.findByRole('heading', { level: 1, name: 'Oops! Something went wrong' })
  expect(reload).not.toHaveBeenCalled()
})
