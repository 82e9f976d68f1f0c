import { smallTargets, unnamedTexts } from './layout-targets.ts'
import { cutOffTexts, forgetBounds, overlappingTexts, quote, shownTexts, squeezedTexts } from './layout-text.ts'

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** The limit for a good score in Core Web Vitals. */
const maximumShift = 0.1

let shiftSum = 0
const addShifts = (shifts: PerformanceEntryList) => {
  for (const shift of shifts as Shift[]) if (!shift.hadRecentInput) shiftSum += shift.value
}
const shiftObserver = new PerformanceObserver((list) => addShifts(list.getEntries()))
shiftObserver.observe({ type: 'layout-shift', buffered: true })

/** In ms. Anything shorter is not seen as movement. */
const longestBlink = 100

const moves = new Set<string>()
/** Everything that moves although the person has asked for reduced motion, also while the screen loads. */
function noteMoves(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const { effect } of document.getAnimations()) {
    if (!(effect instanceof KeyframeEffect) || !effect.target) continue
    const { activeDuration } = effect.getComputedTiming()
    if (Number(activeDuration) > longestBlink)
      moves.add(`moves for ${activeDuration} ms: ${quote(effect.target, effect.pseudoElement ?? '')}`)
  }
}
for (const event of ['animationstart', 'transitionrun']) addEventListener(event, noteMoves, { capture: true })

let wasPressed = false
addEventListener('pointerdown', () => (wasPressed = true), { capture: true })

let pendingRequests = 0
const { fetch: originalFetch } = window
window.fetch = async (...call) => {
  const address = String(call[0] instanceof Request ? call[0].url : call[0])
  // The live stream stays open as long as the page.
  if (address.includes('/stream')) return originalFetch(...call)
  pendingRequests += 1
  try {
    return await originalFetch(...call)
  } finally {
    pendingRequests -= 1
  }
}

/** Also skeletons: what stands in for a part whose file is loading announces nothing. */
const busy = '[aria-busy=true], [role=status][aria-label^=Loading], [role=status][aria-label^=Checking], [class*=skeletons_bone]'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Everything has loaded and rendered. */
async function isSettled(): Promise<boolean> {
  const isDone = () =>
    document.readyState === 'complete' &&
    pendingRequests === 0 &&
    // What the server renders for visitors has a heading too, and is complete before the scripts are requested.
    document.querySelector('.first-paint') === null &&
    document.querySelector('h1') !== null &&
    document.querySelector(busy) === null &&
    [...document.images].every((image) => image.complete || image.loading === 'lazy')
  if (!isDone()) return false
  await document.fonts.ready
  await nextFrame()
  await nextFrame()
  return isDone()
}

/** Resolves once everything has loaded and rendered. */
export async function settle(): Promise<true> {
  while (!(await isSettled())) await nextFrame()
  return true
}

function sidewaysScroll(root: Element): string[] {
  const [most, width] = root === document.body ? [document.documentElement.scrollWidth, innerWidth] : [root.scrollWidth, root.clientWidth]
  if (most <= width + 1) return []
  const widest = [...root.querySelectorAll('*')].find((element) => element.getBoundingClientRect().right > width + 1 && isFree(element))
  return [`scrolls sideways: ${most} px in ${width}${widest ? `, by ${quote(widest, widest.textContent ?? '')}` : ''}`]
}

/** Not inside an element that scrolls itself. */
function isFree(element: Element): boolean {
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
    if (getComputedStyle(each).overflowX !== 'visible') return false
  return true
}

const failedPictures = (root: Element): string[] =>
  [...root.querySelectorAll('img')]
    .filter((image) => image.currentSrc && image.complete && image.naturalWidth === 0 && image.checkVisibility())
    .map((image) => `picture failed: ${image.currentSrc.slice(0, 100)}`)

export function flawsOf(selector?: string): string[] {
  const root = selector ? document.querySelector(selector) : document.body
  if (!root) return [`there is no ${selector}`]
  addShifts(shiftObserver.takeRecords())
  forgetBounds()
  const texts = shownTexts(root)
  return [
    ...sidewaysScroll(root),
    ...overlappingTexts(texts),
    ...squeezedTexts(texts),
    ...cutOffTexts(texts),
    ...smallTargets(root),
    ...unnamedTexts(root),
    ...failedPictures(root),
    ...moves,
    // After a press, shifts are expected; only the screen's own loading must not shift.
    ...(!selector && !wasPressed && shiftSum > maximumShift ? [`layout shift of ${shiftSum.toFixed(3)}`] : []),
  ]
}
