/** The map's colours, read from the tokens, so that a canvas follows the scheme like everything else. */
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

const known = new Map<string, Palette>()

/** The palette of the scheme that is shown. Read once for each, since reading makes the browser style everything that has changed at once. */
export function currentPalette(): Palette {
  const scheme = document.documentElement.dataset.mantineColorScheme ?? ''
  const palette = known.get(scheme) ?? readPalette()
  known.set(scheme, palette)
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

/** Calls back whenever light turns to dark or back. Answers with the function that ends it. */
export function onSchemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}
