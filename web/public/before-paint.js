// Runs before the first paint, so that a page in the dark scheme never flashes light, and whoever is signed in, whose frame is another,
// never sees a visitor's. The first key is the one Mantine keeps its choice under.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
    document.documentElement.toggleAttribute('data-signed-in', localStorage.getItem('token') !== null)
  } catch {
    // Storage may be closed to us; the system's scheme then decides.
  }
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
