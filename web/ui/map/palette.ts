/** Read from the CSS tokens, so that the canvas follows the colour scheme. */
export type Palette = {
  readonly water: string
  readonly land: string
  readonly hill: string
  readonly park: string
  readonly block: string
  readonly line: string
  readonly border: string
  readonly label: string
}

const cached = new Map<string, Palette>()

/** Cached per scheme, because reading computed styles forces a style recalculation. */
export function currentPalette(): Palette {
  const scheme = document.documentElement.dataset.mantineColorScheme ?? ''
  const palette = cached.get(scheme) ?? readPalette()
  cached.set(scheme, palette)
  return palette
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    water: token('water'),
    land: token('land'),
    hill: token('hill'),
    park: token('park'),
    block: token('block'),
    line: token('line'),
    border: token('border'),
    label: token('label'),
  }
}

/** Calls back when the colour scheme changes. Returns a function that stops it. */
export function onSchemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}
