/** The few marks that every drawing is made of. */
const n = (value: number): string => String(Number(value.toFixed(2)))

const opacityOf = (opacity?: number): string => (opacity === undefined ? '' : ` opacity="${n(opacity)}"`)

export const rect = (x: number, y: number, width: number, height: number, fill: string, opacity?: number): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${opacityOf(opacity)}/>`

export const disc = (x: number, y: number, radius: number, fill: string, opacity?: number): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${opacityOf(opacity)}/>`

/** Corners as x, y, x, y, … */
export function polygon(corners: readonly number[], fill: string, opacity?: number): string {
  const points = corners.map((value, index) => n(value) + (index % 2 === 0 ? ',' : ' ')).join('')
  return `<polygon points="${points.trimEnd()}" fill="${fill}"${opacityOf(opacity)}/>`
}

/** A path as a template: d`M${x} ${y}V${top}Z`. */
export const d = (parts: TemplateStringsArray, ...values: number[]): string =>
  parts.map((part, index) => part + (index < values.length ? n(values[index] ?? 0) : '')).join('')

export const shape = (path: string, fill: string, opacity?: number): string => `<path d="${path}" fill="${fill}"${opacityOf(opacity)}/>`

export const line = (path: string, stroke: string, width: number, opacity?: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"${opacityOf(opacity)}/>`

export const mirrored = (content: string, width: number): string => `<g transform="matrix(-1 0 0 1 ${n(width)} 0)">${content}</g>`

export const times = (count: number, part: (index: number) => string): string => Array.from({ length: count }, (_, i) => part(i)).join('')

const channels = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** From one colour toward another: 0 is the first, 1 the second. */
export function blend(from: string, to: string, amount: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, index) => Math.round(value + ((target[index] ?? value) - value) * amount))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const darker = (color: string, amount: number): string => blend(color, '#1c1712', amount)
export const lighter = (color: string, amount: number): string => blend(color, '#fff8ea', amount)
