import { createBrowserRouter } from 'react-router'
import { setNavigator } from '#web/api/redirects.ts'
import type { ScreenHandle } from './gates/gate.tsx'
import { routes } from './routes.tsx'

/** The router. Also sets document titles, and gives the API client its way to navigate. */
export function createRouter() {
  // Scroll positions are handled in scroll-position.ts.
  window.history.scrollRestoration = 'manual'
  const router = createBrowserRouter(routes)
  setNavigator((path) => void router.navigate(path, { replace: true }))

  // Set before the new screen renders, so that the screen can replace it, for example with the circle's name.
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
