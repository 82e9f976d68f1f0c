import { quote, shownTexts, wordsOf } from './layout-text.ts'

const targets =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, ' +
  ['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'option', 'slider', 'menuitem', 'menuitemradio', 'menuitemcheckbox']
    .map((role) => `[role=${role}]`)
    .join(', ')

/** WCAG 2.5.8. */
const least = 24

type Target = { readonly element: Element; readonly box: DOMRect; readonly isSmall: boolean }

const labelsOf = (element: Element): Element[] => (element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [])

function union(boxes: readonly DOMRect[]): DOMRect {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
  return new DOMRect(left, top, right - left, bottom - top)
}

/** A link within a sentence is as high as the sentence's line. */
function isInText(element: Element): boolean {
  if (getComputedStyle(element).display !== 'inline') return false
  const rest = element.parentElement?.textContent?.replace(element.textContent ?? '', '') ?? ''
  return wordsOf(rest).length > 1
}

/** The clickable area may be larger than the visible element, by a pseudo-element over it. */
function answeringBox(element: Element): DOMRect[] {
  const style = getComputedStyle(element, '::after')
  if (style.content === 'none' || style.position !== 'absolute') return []
  let holder: Element | null = element
  while (holder && getComputedStyle(holder).position === 'static') holder = holder.parentElement
  if (!holder) return []
  const { left, top } = holder.getBoundingClientRect()
  const [x, y, width, height] = [style.left, style.top, style.width, style.height].map(Number.parseFloat)
  return [new DOMRect(left + (x ?? 0), top + (y ?? 0), width, height)]
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

function targetsIn(root: Element): Target[] {
  return [...root.querySelectorAll(targets)].filter(isShown).flatMap((element) => {
    if (element.matches(':disabled, [aria-disabled=true]') || element.closest('[inert], [aria-hidden=true]')) return []
    const shown = [element, ...labelsOf(element).filter(isShown)].map((each) => each.getBoundingClientRect())
    const box = union([...shown, ...answeringBox(element)])
    if (box.width < 2 || box.height < 2) return []
    return [{ element, box, isSmall: box.width < least - 0.5 || box.height < least - 0.5 }]
  })
}

function distanceTo({ left, right, top, bottom }: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}

const middleOf = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })

/** Targets smaller than 24 px, except in a sentence or far enough from all others. */
export function smallTargets(root: Element): string[] {
  const all = targetsIn(root)
  return all
    .filter(({ element, isSmall }) => isSmall && !isInText(element))
    .filter(({ element, box }) => {
      const { x, y } = middleOf(box)
      return all.some((other) => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element)) return false
        const to = middleOf(other.box)
        return other.isSmall ? Math.hypot(to.x - x, to.y - y) < least : distanceTo(other.box, x, y) < least / 2
      })
    })
    .map(
      ({ element, box }) =>
        `target of ${Math.round(box.width)} × ${Math.round(box.height)} px: ${quote(element, element.getAttribute('aria-label') ?? element.textContent ?? '')}`,
    )
}

const plain = (text: string): string => wordsOf(text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))

function givenName(element: Element): string | null {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const named = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  return named.trim() || element.getAttribute('aria-label')
}

/** Initials and other signs of one or two letters replace a picture. */
const isSign = (element: Element, text: string) => element.closest('[aria-hidden=true]') !== null && text.length <= 2

/** WCAG 2.5.3: the accessible name contains the visible text, so that voice control works. */
export function unnamedTexts(root: Element): string[] {
  return [...root.querySelectorAll(targets)].filter(isShown).flatMap((element) => {
    const given = givenName(element)
    if (given === null) return []
    const name = plain(given)
    let from = 0
    for (const lines of [element, ...labelsOf(element)].flatMap(shownTexts)) {
      const [line] = lines
      const text = plain(line?.text.data ?? '')
      if (!line || text === '' || isSign(line.element, text)) continue
      const at = name.indexOf(text, from)
      if (at < 0) return [`not in the name “${given}”: ${quote(element, line.text.data)}`]
      from = at + text.length
    }
    return []
  })
}
