import { createBrowserRouter } from 'react-router'
import { setNavigator } from '#web/api/leave.ts'
import type { ScreenHandle } from './gates/gate.tsx'
import { routes } from './routes.tsx'

/** The router, with the titles it sets and the way it gives to the API client to take people elsewhere. */
export function createRouter() {
  // Every change of route starts at the top (see the root frame), so the browser need not remember where one had scrolled to.
  window.history.scrollRestoration = 'manual'
  const router = createBrowserRouter(routes)
  setNavigator((path) => void router.navigate(path, { replace: true }))

  // Set before the new screen draws, so that a screen which knows better (a circle's name) has the last word.
  let titled: string | undefined
  const setTitle = ({ matches, location }: typeof router.state) => {
    if (location.pathname === titled) return
    titled = location.pathname
    const title = (matches.at(-1)?.route.handle as ScreenHandle | undefined)?.title
    document.title = title ? `${title} · Arcstead` : 'Arcstead'
  }
  setTitle(router.state)
  router.subscribe(setTitle)
  return router
}
