import { expect, type Page, test } from '../journey.ts'
import { flawsInBothSchemes, waitUntilSettled, watchLayout } from './layout-page.ts'

const fine = '<p style="margin:40px 0">Every word has its room, and <a href="/more">links in a sentence</a> are as high as it.</p>'

/** Each flaw, added to a page without flaws. */
const planted: readonly (readonly [name: string, body: string, flaw: RegExp])[] = [
  ['one letter per line', '<p style="width:9px;overflow-wrap:anywhere">Townhouse</p>', /^squeezed, “Townhouse” is broken/],
  ['two texts on one spot', '<p>Minimum share</p><p style="margin-top:-20px;height:40px">1/12 of it</p>', /^overlapping: “Minimum share”/],
  [
    'a positioned text over another',
    '<div style="position:relative"><p>Investment target</p><b style="position:absolute;z-index:1;left:0;top:6px">New</b></div>',
    /^overlapping: “Investment target”/,
  ],
  ['text that is cut off', '<p style="width:90px;overflow:hidden;white-space:nowrap">Investment preferences</p>', /^cut off: “Investment/],
  [
    'an ellipsis without a title',
    '<p style="width:90px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Investment preferences</p>',
    /^cut off: “Investment/,
  ],
  ['lines that are cut off', '<p style="height:30px;width:90px;overflow:hidden">Pooled with care by all of us</p>', /^cut off: “Pooled/],
  ['sideways scroll', '<div style="width:120vw">wide</div>', /^scrolls sideways/],
  ['small targets side by side', '<button class="small">1</button><button class="small">2</button>', /^target of 16 × 16 px/],
  ['another name than is written', '<button aria-label="Send">Submit</button>', /^not in the name “Send”: “Submit”/],
  ['a picture that does not come', '<img src="/missing.png" alt="A testApp" width="80" height="80" />', /^picture failed/],
  [
    'a movement although motion is reduced',
    '<style>@keyframes turn { to { rotate: 360deg } }</style><p style="animation:turn 1s infinite">Turning</p>',
    /^moves for Infinity ms/,
  ],
  [
    'a flaw of what the script renders in place of the first paint',
    `<div class="first-paint"></div><script>setTimeout(() => { document.querySelector('.first-paint').outerHTML =
      '<p style="width:90px;overflow:hidden;white-space:nowrap">Investment preferences</p>' }, 300)</script>`,
    /^cut off: “Investment/,
  ],
  [
    'a flaw of what comes in place of a skeleton',
    `<div class="skeletons_bone"></div><script>setTimeout(() => { document.querySelector('.skeletons_bone').outerHTML =
      '<p style="width:90px;overflow:hidden;white-space:nowrap">Investment preferences</p>' }, 300)</script>`,
    /^cut off: “Investment/,
  ],
  [
    'content that moves',
    `<div id="late" aria-busy="true"></div><div style="height:400px">Below</div>
    <script>requestAnimationFrame(() => requestAnimationFrame(() => { late.style.height = '500px'; late.ariaBusy = 'false' }))</script>`,
    /^layout shift of/,
  ],
]

const allowed: readonly (readonly [name: string, body: string])[] = [
  [
    'an ellipsis whose title tells everything',
    '<p title="Investment preferences" style="width:90px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Investment preferences</p>',
  ],
  ['what scrolls by itself', '<div style="overflow-x:auto;width:200px"><p style="width:600px">Wide as a table is</p></div>'],
  ['what screen readers alone read', '<p style="position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap">Loading it</p>'],
  ['a small target with room around it', '<button class="small">1</button><div style="height:60px"></div><button class="small">2</button>'],
  ['a small box with a label', '<label style="display:block;padding:6px"><input type="checkbox" /> I agree</label>'],
  ['a longer name than is written', '<button aria-label="Edit Basics">Edit</button>'],
  ['a covered text', '<p>Behind</p><div style="position:absolute;inset:0;z-index:2;background:#fff"><p>In front</p></div>'],
  [
    'a text beside another that is cut off with a title',
    `<div style="display:flex"><p title="Investment preferences"
    style="width:90px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">Investment preferences</p><p>Beside</p></div>`,
  ],
  ['a hidden text', '<p style="visibility:hidden;position:absolute">Hidden</p><p>Seen</p>'],
]

async function flawsOf(page: Page, body: string): Promise<string[]> {
  const html = `<!doctype html><html data-mantine-color-scheme="light"><style>* { margin: 0 } body { font: 16px/24px Arial }
    .small { width: 16px; height: 16px; padding: 0; border: 0; display: block }</style><h1>Planted</h1>${body}${fine}
    <script>const follow = matchMedia('(prefers-color-scheme: dark)')
      const set = () => document.documentElement.setAttribute('data-mantine-color-scheme', follow.matches ? 'dark' : 'light')
      follow.addEventListener('change', set); set()</script></html>`
  await page.route('http://planted.example/**', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ status: 404 }),
  )
  await watchLayout(page)
  await page.goto('http://planted.example/')
  await waitUntilSettled(page)
  return flawsInBothSchemes(page)
}

for (const [name, body, flaw] of planted)
  test(`the layout check finds ${name}`, async ({ page }) => {
    expect(await flawsOf(page, body)).toContainEqual(expect.stringMatching(flaw))
  })

test('the layout check accepts readable texts and large enough targets', async ({ page }) => {
  for (const [name, body] of allowed) expect(await flawsOf(page, body), name).toEqual([])
})
