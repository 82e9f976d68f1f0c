import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshBucket } from '#server/testing/s3-server.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>`

/** Uploads by XHR as the page does, for progress events. Returns the status, or 0 if the browser blocked it. */
const sendFrom = (page: Page, address: string, type: string, body: string) =>
  page.evaluate(
    ([url, contentType, base64]) =>
      new Promise<{ status: number; percents: number[] }>((resolve) => {
        const percents: number[] = []
        const request = new XMLHttpRequest()
        request.upload.onprogress = ({ loaded, total }) => percents.push(Math.round((loaded / total) * 100))
        request.onloadend = () => resolve({ status: request.status, percents })
        request.open('PUT', url)
        request.setRequestHeader('content-type', contentType)
        request.send(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
      }),
    [address, type, Buffer.from(body, 'latin1').toString('base64')] as const,
  )

/** The width of a picture that the page shows; 0 if it could not be shown. */
const widthOf = (page: Page, address: string) =>
  page.evaluate(
    (src) =>
      new Promise<number>((resolve) => {
        const picture = new Image()
        picture.onload = () => resolve(picture.naturalWidth)
        picture.onerror = () => resolve(0)
        picture.src = src
      }),
    address,
  )

/** The URLs of the page's frames once the browser's PDF viewer has opened. */
async function framesWith(page: Page, address: string): Promise<string[]> {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.replaceChildren(frame)
  }, address)
  const places = () => page.frames().map((frame) => frame.url())
  await vi.waitFor(() => expect(places().some((url) => /^chrome-(extension|error):/.test(url))).toBe(true), {
    timeout: 20_000,
    interval: 100,
  })
  return places()
}

describe.each([
  ['disk', async () => ({})],
  ['a real S3 server', freshBucket],
] as const)('a browser and files on %s', (_, env) => {
  let testApp: StoreTestApp
  let browser: Browser
  let page: Page
  let maya: Person
  const refusals: string[] = []

  beforeAll(async () => {
    testApp = await startStoreTestApp(await env())
    maya = await testApp.seed.investor()
    const address = testApp.app.server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    if (testApp.services.files.kind === 's3') await testApp.services.files.allowUploadsFrom([origin])
    const executablePath = process.env.CHROME_PATH ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    page = await browser.newPage()
    page.on('console', (message) => /Security Policy|CORS|refused/i.test(message.text()) && refusals.push(message.text()))
    // Any of our pages: all have the same content security policy.
    await page.goto(`${origin}/api/docs`)
  })
  afterAll(async () => {
    await browser.close()
    await testApp.close()
  })

  test('uploads a picture with progress events and shows it', async () => {
    const body = png('x'.repeat(300_000)).toString('latin1')
    const slot = await testApp.begin(maya, 'front.png', 'image/png', { size: body.length })
    const { status, percents } = await sendFrom(page, slot.signedPostUrl, 'image/png', body)
    expect([status, percents.at(-1)]).toEqual([200, 100])
    expect(await widthOf(page, (await testApp.read(maya, slot.objectId)).address)).toBe(1)
    expect(refusals).toEqual([])
  })

  test('shows a PDF in a frame of the page', async () => {
    const { slot } = await testApp.offer(maya, 'application/pdf', pdf)
    const { address } = await testApp.read(maya, slot.objectId)
    const frames = await framesWith(page, address)
    expect(frames).toContain(address)
    expect(frames.filter((url) => url.startsWith('chrome-error:'))).toEqual([])
    expect(refusals).toEqual([])
  })

  test('shows an SVG without running its scripts', async () => {
    const file = { key: 'art.svg-2026-01-01T00:00:00.000Z', contentType: 'image/svg+xml' }
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><style>rect{fill:red}</style><rect width="7" height="7"/><script>document.title='ran'</script></svg>`
    await testApp.services.files.put(file, Buffer.from(drawing))
    const stored = { content_type: file.contentType, is_seed: true, is_public: true, size: drawing.length, stored_at: new Date() }
    await testApp.db
      .insertInto('files')
      .values({ key: file.key, ...stored })
      .execute()
    const { address } = await testApp.read(null, file.key)
    expect(await widthOf(page, address)).toBe(7)
    if (testApp.services.files.kind === 's3') return // opened directly, it is on the store's origin, which has no data of ours
    const tab = await browser.newPage()
    await tab.goto(address)
    expect(await tab.evaluate(() => [document.title, getComputedStyle(document.querySelector('rect') as Element).fill])).toEqual([
      '',
      'rgb(255, 0, 0)',
    ])
    await tab.close()
  })
})
