/** Closed outlines as x, y, x, y, …; what lies inside any of them is filled, and holes run the other way round. */
export type Outline = readonly number[]

export type Colour = `#${string}`

export type Canvas = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

const channels = (colour: Colour): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function blankCanvas(width: number, height: number, colour: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3)
  const [red, green, blue] = channels(colour)
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = red
    pixels[at + 1] = green
    pixels[at + 2] = blue
  }
  return { width, height, pixels }
}

type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number; readonly cover: Float32Array }

/** The part of the canvas that the outlines touch, two columns wider for what an edge spills to its right. */
function areaOf(canvas: Canvas, outlines: readonly Outline[]): Area | null {
  let [left, top, right, bottom] = [canvas.width, canvas.height, 0, 0]
  for (const outline of outlines) {
    for (let at = 0; at + 1 < outline.length; at += 2) {
      left = Math.min(left, Math.floor(outline[at] ?? 0))
      right = Math.max(right, Math.ceil(outline[at] ?? 0))
      top = Math.min(top, Math.floor(outline[at + 1] ?? 0))
      bottom = Math.max(bottom, Math.ceil(outline[at + 1] ?? 0))
    }
  }
  if (left < 0 || top < 0 || right > canvas.width || bottom > canvas.height) throw new Error('drawn beyond the edge of the picture')
  if (right <= left || bottom <= top) return null
  const width = right - left + 2
  return { left, top, width, height: bottom - top, cover: new Float32Array(width * (bottom - top)) }
}

/**
 * Adds what one edge contributes to each pixel's coverage: in every row the area to the right of the edge, exact.
 * Summed along a row this gives how much of a pixel is inside, so slanted edges come out smooth.
 */
function addEdge({ width, height, cover }: Area, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return
  const direction = y0 < y1 ? 1 : -1
  const [topX, topY, lowX, lowY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
  const slope = (lowX - topX) / (lowY - topY)
  let x = topX
  for (let row = Math.max(0, Math.floor(topY)); row < Math.min(height, Math.ceil(lowY)); row++) {
    const tall = Math.min(row + 1, lowY) - Math.max(row, topY)
    const next = x + slope * tall
    addSpan(cover, row * width, Math.min(x, next), Math.max(x, next), tall * direction)
    x = next
  }
}

/** Spreads an edge's height in one row over the pixels that it crosses. */
function addSpan(cover: Float32Array, start: number, from: number, to: number, tall: number): void {
  const first = Math.floor(from)
  const last = Math.max(first, Math.ceil(to) - 1)
  const wide = to - from
  let before = 0
  for (let column = first; column <= last; column++) {
    // How much of the span's height lies left of this pixel's right side, and its mean distance from there.
    const enters = Math.max(from, column)
    const leaves = Math.min(to, column + 1)
    const share = wide === 0 ? tall : (tall * (leaves - enters)) / wide
    const inside = share * (column + 1 - (enters + leaves) / 2)
    cover[start + column] = (cover[start + column] ?? 0) + inside + before
    before = share - inside
  }
  cover[start + last + 1] = (cover[start + last + 1] ?? 0) + before
}

/** Fills outlines with a colour, edges smoothed. */
export function fill(canvas: Canvas, outlines: readonly Outline[], colour: Colour, opacity = 1): void {
  const area = areaOf(canvas, outlines)
  if (!area) return
  for (const outline of outlines) {
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const next = at + 3 < outline.length ? at + 2 : 0
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [outline[at], outline[at + 1], outline[next], outline[next + 1]]
      addEdge(area, x0 - area.left, y0 - area.top, x1 - area.left, y1 - area.top)
    }
  }
  const [red, green, blue] = channels(colour)
  for (let row = 0; row < area.height; row++) {
    let sum = 0
    for (let column = 0; column < area.width - 2; column++) {
      sum += area.cover[row * area.width + column] ?? 0
      const part = Math.min(1, Math.abs(sum)) * opacity
      if (part > 0.002) blend(canvas.pixels, ((area.top + row) * canvas.width + area.left + column) * 3, red, green, blue, part)
    }
  }
}

function blend(pixels: Uint8Array, at: number, red: number, green: number, blue: number, part: number): void {
  pixels[at] = (pixels[at] ?? 0) * (1 - part) + red * part + 0.5
  pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - part) + green * part + 0.5
  pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - part) + blue * part + 0.5
}
