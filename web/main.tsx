import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '#web/ui/ui-provider.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to draw into.')

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <main>
        <h1>Arcstead</h1>
        <p className="lead">Real Estate Investment Circles</p>
      </main>
    </UiProvider>
  </StrictMode>,
)
