import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Logo } from '#web/ui/logo.tsx'
import { UiProvider } from '#web/ui/ui-provider.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to draw into.')

const DevParts = lazy(async () => ({ default: (await import('#web/app/dev-parts.tsx')).DevParts }))

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <BrowserRouter>
        {window.location.pathname === '/dev/parts' ? (
          <Suspense fallback={null}>
            <DevParts />
          </Suspense>
        ) : (
          <main style={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 12, minHeight: '100dvh' }}>
            <h1>
              <Logo />
            </h1>
            <p className="lead">Real Estate Investment Circles</p>
          </main>
        )}
      </BrowserRouter>
    </UiProvider>
  </StrictMode>,
)
