type Scale = readonly [string, string, string, string, string, string, string, string, string, string]

/**
 * The brand's colours, light to dark. Page tokens, mails, share card, docs page, mailbox, favicon and marks all take them from here; the
 * page's stylesheet, index.html and public SVG files by name, as in `var(--brand-evergreen-7)`.
 */
const evergreen: Scale = ['#EEF5F1', '#DBE9E1', '#B8D3C5', '#92BBA7', '#6AA88B', '#478C6E', '#2D7257', '#1F5A44', '#174735', '#0E3326']
const clay: Scale = ['#FBF1EB', '#F5DFD3', '#EABFAA', '#DF9D7F', '#D47F5B', '#C56843', '#AB5330', '#8F4427', '#73371F', '#572917']
const gray: Scale = ['#FBF8F2', '#F7F3EB', '#EFE9DD', '#E2DACB', '#8B8371', '#646A62', '#555D56', '#47504A', '#2E3632', '#1A221E']
/** The dark scheme's neutrals, from text to the deepest background. */
const dark: Scale = ['#EFEBE1', '#C0C7BF', '#9AA49C', '#9AA49C', '#334039', '#2A352F', '#1C2521', '#141B18', '#101613', '#0B100E']

export const scales = { evergreen, clay, gray, dark } as const

/** By role in the light scheme, for everything that has only one scheme: mails, share card, docs page and mailbox. */
export const brand = {
  paper: gray[1],
  surface: '#FFFDF8',
  sunk: gray[2],
  line: gray[3],
  ink: gray[9],
  ink2: gray[7],
  ink3: gray[5],
  evergreen: evergreen[7],
  evergreenTint: evergreen[0],
  /** Evergreen at 55% on the surface, for mail programs without opacity. */
  fadedEvergreen: '#84A497',
  focus: evergreen[6],
  clay: clay[5],
  track: '#E9E2D4',
  tick: '#B9AF9B',
} as const

/** The ring's colours in the light scheme; members after the twelfth share the last one. */
export const arcColours = [
  evergreen[7],
  '#8C7B1A',
  '#3D2A6A',
  '#5B7C83',
  '#651F3D',
  '#669857',
  '#465061',
  '#9087A8',
  '#4A3820',
  '#658BD4',
  '#4C5F10',
  '#998A81',
] as const

/** Shades between those of a scale. */
const betweenShades = {
  'evergreen-muted': '#A9C6B7',
  'evergreen-dark-tint': '#1D3129',
  'evergreen-dark-line': '#3A5A4B',
  'evergreen-dark-arc': '#539878',
  'clay-dark-tint': '#33251E',
  'clay-dark-line': '#6B4433',
}

const byName: ReadonlyMap<string, string> = new Map([
  ...Object.entries(scales).flatMap(([name, scale]) => scale.map((colour, shade) => [`${name}-${shade}`, colour] as const)),
  ...arcColours.map((colour, index) => [`arc-${index + 1}`, colour] as const),
  ...Object.entries(betweenShades),
  ['surface', brand.surface],
  ['track', brand.track],
  ['tick', brand.tick],
])

/** Replaces `var(--brand-name)` in a stylesheet, an SVG or an HTML file by the colour. An unknown name fails the build. */
export const withBrandColours = (text: string): string =>
  text.replace(/var\(--brand-([\w-]+)\)/g, (_, name: string) => {
    const colour = byName.get(name)
    if (!colour) throw new Error(`There is no brand colour called ${name}.`)
    return colour
  })
