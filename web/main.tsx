import './load-react.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { watchConnection } from '#web/api/connection.ts'
import { showSeenWhileOffline } from '#web/api/seen-queries.ts'
import { sessionQuery, watchSession } from '#web/api/session.ts'
import { watchMissingChunks } from '#web/app/missing-chunks.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { createRouter } from '#web/app/router.ts'
import { ViewerZone } from '#web/app/viewer-zone.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to draw into.')

/** In a task of its own, so that the page can be scrolled in between. */
const later = (work: () => void): void => void setTimeout(work)

function start(root: HTMLElement): void {
  watchConnection()
  const queryClient = createQueryClient()
  watchSession(queryClient)
  showSeenWhileOffline(queryClient)
  const open = () => {
    // Starts the request while the screen's chunk is loading.
    void queryClient.prefetchQuery(sessionQuery)
    later(() => openPage(root, queryClient))
  }
  // The service worker has opened the page, because there is no connection (web/worker/worker.js).
  if ('kept' in document.documentElement.dataset) void showWhatWasKept(queryClient).then(open, open)
  else open()
}

const showWhatWasKept = async (queryClient: QueryClient) => (await import('#web/api/kept-queries.ts')).showKept(queryClient)

function openPage(root: HTMLElement, queryClient: QueryClient): void {
  const router = createRouter()
  // As a transition, so that rendering does not block scrolling.
  const draw = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <UiProvider>
              <ViewerZone>
                <RouterProvider router={router} />
              </ViewerZone>
            </UiProvider>
          </QueryClientProvider>
        </StrictMode>,
      ),
    )

  // The server-rendered HTML stays readable until the screen's chunk has loaded.
  const stopWaiting = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stopWaiting()
    draw()
  })
  if (router.state.initialized) {
    stopWaiting()
    draw()
  }
}

watchMissingChunks()
// The timer is set after the modules, or a browser that traces timers parses all of them again to name the line.
queueMicrotask(() => later(() => start(root)))
