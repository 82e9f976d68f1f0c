// Runs before the first paint and before the page's main script.
;(() => {
  const page = document.documentElement
  let chosen = null
  try {
    // Mantine stores the chosen scheme under this key.
    chosen = localStorage.getItem('mantine-color-scheme-value')
    // Hide the visitors' layout from signed-in people, who have another one.
    page.toggleAttribute('data-signed-in', localStorage.getItem('token') !== null)
    // The same key as in web/features/search/introduction.tsx.
    page.toggleAttribute('data-introduction-hidden', localStorage.getItem('introduction-hidden') !== null)
  } catch {
    // Storage is disabled: the system's scheme is used.
  }
  // Prevents a flash of the light scheme.
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.setAttribute('data-mantine-color-scheme', scheme)

  // Scripts are fetched only after the first paint, because they would compete with it for bandwidth. A background tab has no frames, so it
  // does not wait for one.
  const pause = () => new Promise((resume) => setTimeout(resume))
  const start = async () => {
    const files = [...document.querySelectorAll('link[rel=later]')]
    // A few at a time, because each request takes the page a millisecond or more.
    for (let next = 0; next < files.length; next += 4) {
      for (const file of files.slice(next, next + 4)) file.rel = 'modulepreload'
      await pause()
    }
    // The entry's imports first. As separate scripts they give the browser time to scroll in between.
    const entry = files.findIndex((file) => 'entry' in file.dataset)
    for (const part of files.slice(0, entry + 1)) {
      await import(part.href)
      await pause()
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
