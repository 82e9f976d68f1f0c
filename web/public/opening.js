// Runs before the page's own script, and before anything is painted.
;(() => {
  const page = document.documentElement
  let chosen = null
  try {
    // The key under which Mantine keeps the choice.
    chosen = localStorage.getItem('mantine-color-scheme-value')
    // Whoever is signed in, whose frame is another, never sees a visitor's.
    page.toggleAttribute('data-signed-in', localStorage.getItem('token') !== null)
  } catch {
    // Storage may be closed to us; the system's scheme then decides.
  }
  // A page in the dark scheme never flashes light.
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.setAttribute('data-mantine-color-scheme', scheme)

  // What the server wrote is painted first: nothing of the page's own script is fetched before, since it would share the line with what is
  // needed to paint. A page in the background has no frames, and waits for none.
  const start = async () => {
    const files = [...document.querySelectorAll('link[rel=later]')]
    for (const file of files) file.rel = 'modulepreload'
    // The entry's parts stand before it. Run one by one, they leave the browser room to scroll in between.
    const entry = files.findIndex((file) => 'entry' in file.dataset)
    for (const part of files.slice(0, entry + 1)) {
      await import(part.href)
      await new Promise((resume) => setTimeout(resume))
    }
  }
  const startOrTell = () =>
    start().catch(() => {
      const words = document.createElement('p')
      words.className = 'first-failure'
      words.role = 'alert'
      words.textContent = 'Arcstead could not be loaded. Please check your connection, then load the page again.'
      document.body.append(words)
    })
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden) startOrTell()
    else requestAnimationFrame(() => setTimeout(startOrTell))
  })
})()
