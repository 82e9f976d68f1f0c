/** One rendered line of a text, in current page coordinates. */
type Line = { readonly text: Text; readonly element: Element; readonly box: DOMRect }

type Sides = { left: number; top: number; right: number; bottom: number }

type Bounds = { readonly seen: Sides; readonly cut: Sides }

const endless = (): Sides => ({ left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 })

function shrinkTo(sides: Sides, box: DOMRect, axis: 'x' | 'y'): void {
  if (axis === 'x') {
    sides.left = Math.max(sides.left, box.left)
    sides.right = Math.min(sides.right, box.right)
  } else {
    sides.top = Math.max(sides.top, box.top)
    sides.bottom = Math.min(sides.bottom, box.bottom)
  }
}

/**
 * The visible part of an element, and the part that is cut off for good: content hidden by a scrolling ancestor can be scrolled to, content
 * outside an `overflow: hidden` ancestor cannot.
 */
function findBounds(element: Element): Bounds {
  const [seen, cut] = [endless(), endless()]
  const scrolls = { x: false, y: false }
  let position = 'static'
  for (let each: Element | null = element; each; each = each.parentElement) {
    const style = getComputedStyle(each)
    const isHolder = style.position !== 'static' || style.transform !== 'none'
    const clips = position === 'static' || position === 'relative' || position === 'sticky' || (position === 'absolute' && isHolder)
    if (clips) {
      const box = each.getBoundingClientRect()
      for (const axis of ['x', 'y'] as const) {
        const overflow = axis === 'x' ? style.overflowX : style.overflowY
        if (overflow === 'visible' || each === document.documentElement || each === document.body) continue
        shrinkTo(seen, box, axis)
        if (overflow === 'auto' || overflow === 'scroll') scrolls[axis] = true
        else if (!scrolls[axis]) shrinkTo(cut, box, axis)
      }
      position = style.position
    }
    if (position === 'fixed') break
  }
  return { seen, cut }
}

// Several checks need them, and finding them asks for the styles of all ancestors.
const knownBounds = new Map<Element, Bounds>()

/** Before each measurement: the page has changed since the last one. */
export const forgetBounds = (): void => knownBounds.clear()

function boundsOf(element: Element): Bounds {
  const bounds = knownBounds.get(element) ?? findBounds(element)
  knownBounds.set(element, bounds)
  return bounds
}

const isInside = (box: DOMRect, sides: Sides, slack: number) =>
  box.left >= sides.left - slack && box.right <= sides.right + slack && box.top >= sides.top - slack && box.bottom <= sides.bottom + slack

const isOutside = (box: DOMRect, sides: Sides) =>
  box.right <= sides.left + 1 || box.left >= sides.right - 1 || box.bottom <= sides.top + 1 || box.top >= sides.bottom - 1

export const wordsOf = (text: string): string => text.trim().replace(/\s+/g, ' ')

const isShown = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

/** Visually hidden by clipping, for example tables, which cannot be made smaller. */
function isClippedAway(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { clip, clipPath } = getComputedStyle(each)
    if (clipPath.startsWith('inset(50%') || clip === 'rect(0px, 0px, 0px, 0px)') return true
  }
  return false
}

function linesOf(text: Text, element: Element): Line[] {
  const range = document.createRange()
  range.selectNodeContents(text)
  return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5).map((box) => ({ text, element, box }))
}

/** The visible texts of a part of the page, each with its lines. */
export function shownTexts(root: Element): Line[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Line[][] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName) || !isShown(element)) continue
    if (isClippedAway(element)) continue
    const lines = linesOf(node as Text, element)
    const { seen, cut } = boundsOf(element)
    // The other way to hide content visually is a box of one pixel.
    if (cut.right - cut.left <= 2 || cut.bottom - cut.top <= 2) continue
    if (lines.some(({ box }) => !isOutside(box, seen))) found.push(lines)
  }
  return found
}

const nameOf = (element: Element): string => {
  const classes = typeof element.className === 'string' && element.className ? `.${element.className.trim().split(/\s+/).join('.')}` : ''
  return `<${element.tagName.toLowerCase()}${classes}>`
}

export const quote = (element: Element, text: string): string => `“${wordsOf(text).slice(0, 60)}” in ${nameOf(element)}`

const hasEllipsis = (element: Element): boolean => {
  for (let each: Element | null = element, depth = 0; each && depth < 4; each = each.parentElement, depth += 1) {
    const style = getComputedStyle(each)
    if (style.textOverflow === 'ellipsis' || (style.webkitLineClamp && style.webkitLineClamp !== 'none')) return true
  }
  return false
}

/** Text that is cut off without an ellipsis, or with one but without the full text in a title. */
export function cutOffTexts(texts: readonly Line[][]): string[] {
  return texts.flatMap((lines) => {
    const [first] = lines
    if (!first) return []
    const { cut } = boundsOf(first.element)
    const slack = first.box.height / 4
    if (lines.every(({ box }) => isInside(box, { ...cut, left: cut.left + slack - 2, right: cut.right - slack + 2 }, slack))) return []
    if (hasEllipsis(first.element) && first.element.closest('[title]')) return []
    return [`cut off: ${quote(first.element, first.text.data)}`]
  })
}

/** Words broken although they would fit on one line: letters below each other. */
export function squeezedTexts(texts: readonly Line[][]): string[] {
  const range = document.createRange()
  return texts.flatMap((lines) => {
    const [first] = lines
    if (!first || lines.length < 2 || getComputedStyle(first.element).hyphens === 'auto') return []
    for (const { 0: word, index } of first.text.data.matchAll(/[\p{L}\p{N}’']{2,24}/gu)) {
      range.setStart(first.text, index)
      range.setEnd(first.text, index + word.length)
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top)))
      if (tops.size > 1) return [`squeezed, “${word}” is broken: ${quote(first.element, first.text.data)}`]
    }
    return []
  })
}

function layerOf(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { position, zIndex } = getComputedStyle(each)
    if (position === 'fixed' || position === 'sticky' || (position !== 'static' && zIndex !== 'auto')) return each
  }
  return null
}

const isOpaque = (element: Element): boolean => {
  if (/^(IMG|CANVAS|VIDEO)$/.test(element.tagName)) return true
  const style = getComputedStyle(element)
  const alpha = /rgba\(.*,\s*([\d.]+)\)|\/\s*([\d.]+)\)/.exec(style.backgroundColor)
  return style.backgroundImage !== 'none' || (style.backgroundColor !== 'transparent' && Number(alpha?.[1] ?? alpha?.[2] ?? 1) > 0.9)
}

/** Of two texts in different layers one may cover the other, which is fine; on a transparent background both are visible. */
function areBothSeenAt(one: Element, other: Element, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false
  let isUnder = false
  for (const element of document.elementsFromPoint(x, y)) {
    const isOne = element === one || element === other
    if (isOne && isUnder) return true
    if (isOne) isUnder = true
    else if (isUnder && isOpaque(element) && !(element.contains(one) && element.contains(other))) return false
    if (isOne && isOpaque(element)) return false
  }
  return false
}

/** Two texts at the same position. Boxes are measured without the space above and below the letters. */
export function overlappingTexts(texts: readonly Line[][]): string[] {
  const lines = texts
    .flat()
    .map(({ text, element, box }) => {
      const { seen } = boundsOf(element)
      return {
        text,
        element,
        layer: layerOf(element),
        left: Math.max(box.left + 1, seen.left),
        right: Math.min(box.right - 1, seen.right),
        top: Math.max(box.top + box.height * 0.24, seen.top),
        bottom: Math.min(box.bottom - box.height * 0.24, seen.bottom),
      }
    })
    .filter(({ left, right, top, bottom }) => left < right && top < bottom)
    .sort((a, b) => a.top - b.top)
  const flaws = new Set<string>()
  lines.forEach((line, index) => {
    for (const other of lines.slice(index + 1)) {
      if (other.top >= line.bottom) break
      const [left, right] = [Math.max(line.left, other.left), Math.min(line.right, other.right)]
      if (other.text === line.text || right - left < 2) continue
      const isFlaw =
        line.layer === other.layer || areBothSeenAt(line.element, other.element, (left + right) / 2, (other.top + line.bottom) / 2)
      if (isFlaw) flaws.add(`overlapping: ${quote(line.element, line.text.data)} and ${quote(other.element, other.text.data)}`)
    }
  })
  return [...flaws]
}
