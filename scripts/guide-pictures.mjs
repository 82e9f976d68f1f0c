// Makes the pictures of docs/guide from a running product with fresh demonstration data: node scripts/guide-pictures.mjs [URL]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { ensureChromium } from './chromium.mjs'
import { root } from './prepare.mjs'

const url = process.argv[2] ?? 'http://localhost:3000'
const folder = path.join(root, 'docs/guide/pictures')

async function ask(address, token, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token.accessToken}` }) }
  const response = await fetch(`${url}/api/${address}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()).data
}

const signIn = async (name) => {
  const { token } = await ask('auth/login', null, { email: `${name}@arcstead.example`, password: 'Arcstead-demo-1' })
  return token
}

const names = ['investor', 'pending', 'broker', 'admin']
const tokens = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await signIn(name)])))
const circles = await ask('app/circle', tokens.admin)
const circle = (title) => circles.find((each) => each.title === title)._id
const { open: motions } = await ask(`app/motion/${circle('Shockoe Row')}`, tokens.investor)
const { items: awaiting } = await ask('admin/user-verification', tokens.admin)
const properties = await ask(`app/property/${circle('Larkspur Terrace')}`, tokens.investor)
const property = properties.find(({ deciding }) => deciding.closesAt)

/** The demo investor keeps the book of this circle. */
const owning = circle('Poudre River Flats')
const { months } = await ask(`app/book/${owning}`, tokens.investor)
const { distributions } = await ask(`app/distribution/${owning}`, tokens.investor)
const { open: offers } = await ask(`app/offer/${owning}`, tokens.investor)
const agreed = months.find(({ state }) => state === 'agrees').month

const press = (role, name) => (page) => page.getByRole(role, { name }).first().click()
const fill = (label, text) => (page) => page.getByLabel(label).fill(text)

/** Each picture: its name, who looks, the address, what is done there, and the element that is scrolled to the top. */
const pictures = [
  { name: 'find-circles', at: '/' },
  { name: 'map', at: '/find-circles/map-view' },
  { name: 'waiting', who: 'pending', at: '/user-verification' },
  {
    name: 'join',
    who: 'investor',
    at: `/join-circle/${circle('Foundry Works')}`,
    acts: [press('button', 'Next: Choose Investment'), press('radio', /2/)],
  },
  {
    name: 'create',
    who: 'investor',
    at: '/create-circle',
    acts: [fill('Title', 'Four flats by the park'), fill('Description', 'A brick house that we rent out and look after together.')],
  },
  { name: 'invite', who: 'investor', at: `/circle/${circle('Juniper Hill Cabins')}?tab=members`, top: 'h2:has-text("Invite people")' },
  { name: 'circle', who: 'investor', at: `/circle/${circle('Shockoe Row')}` },
  { name: 'vote', who: 'investor', at: `/circle/${circle('Shockoe Row')}?tab=vote`, top: '[role=tablist]' },
  { name: 'motion', who: 'investor', at: `/circle/${circle('Shockoe Row')}/motion/${motions[0]._id}` },
  { name: 'needs-you', who: 'investor', at: '/dashboard' },
  { name: 'purchase', who: 'investor', at: `/circle/${circle('Platte Park Duplex')}/purchase` },
  { name: 'documents', who: 'investor', at: `/circle/${owning}?tab=documents`, top: '[role=tablist]' },
  { name: 'book', who: 'investor', at: `/circle/${owning}?tab=book`, top: '[role=tablist]' },
  { name: 'month', who: 'investor', at: `/circle/${owning}/book-month/${agreed}` },
  { name: 'distribution', who: 'investor', at: `/circle/${owning}/distributions/${distributions[0]._id}` },
  { name: 'year', who: 'investor', at: `/circle/${owning}/statement/latest` },
  { name: 'offer', who: 'investor', at: `/circle/${owning}/offers/${offers[0]._id}` },
  { name: 'broker', who: 'broker', at: `/broker/circle/${circle('Larkspur Terrace')}/property/${property._id}` },
  { name: 'overview', who: 'admin', at: '/admin' },
  { name: 'review', who: 'admin', at: `/admin/manage-user/${awaiting[0]._id}/review` },
]

const browser = await chromium.launch({ executablePath: ensureChromium() })
for (const { name, who, at, acts = [], top } of pictures) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (who) await page.addInitScript((token) => localStorage.setItem('token', token), JSON.stringify(tokens[who]))
  await page.goto(url + at)
  // Not until the network is idle: signed-in pages keep a live stream open.
  const settle = async () => {
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(500)
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Loader-root, [class*="skeletons_"]'))
  }
  for (const act of [settle, ...acts.flatMap((each) => [each, settle])]) await act(page)
  if (top) await page.locator(top).evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top - 96))
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
  await context.close()
}
await browser.close()
