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

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
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
