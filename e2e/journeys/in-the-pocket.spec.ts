import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import type { Motion } from '#contract/motions.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import { startPushService } from '#server/testing/push-service.ts'
import { fullBrowserOptions } from '../chromium.ts'
import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { ageArcsByOneWeek } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { openFromSidebar, openOwnCircle, signInFromStart, startSignedIn } from '../navigation.ts'
import { freshTitle, investor, type Someone } from '../people.ts'
import { addProperty } from '../properties.ts'

test.use({ serviceWorkers: 'allow', launchOptions: fullBrowserOptions })

const motionTitle = 'Repair the roof'

type Scene = { title: string; circle: Circle; property: Property; motion: Motion; owner: Someone; member: Someone }

/** A full circle with a property and a motion to vote on. */
async function setScene(request: APIRequestContext, title = freshTitle('Sycamore Court')): Promise<Scene> {
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner, { ownerInvestmentAmount: 450_000 }, { title })
  await joinCircle(request, member, circle, 450_000)
  await ageArcsByOneWeek(circle._id)
  const property = await addProperty(request, owner, circle, '70 Millrace Yard')
  const motion = await callAs<Motion>(request, owner.token, 'post', `app/motion/${circle._id}`, {
    title: motionTitle,
    text: 'The flashing has come loose.',
    facts: { kind: 'general' },
    payee: null,
    closesAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    supersedes: null,
  })
  return { title, circle, property, motion, owner, member }
}

const postsOf = async (request: APIRequestContext, { motion, owner }: Scene): Promise<string[]> =>
  (await callAs<{ items: Post[] }>(request, owner.token, 'get', `app/motion-thread/${motion._id}`)).items.map(({ text }) => text)

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' })
const asOf = (page: Page) => page.getByText(/^As of today, /)

/** Everything that is stored in the browser, by cache. */
const stored = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      found[name] = (await cache.keys()).map(({ url }) => decodeURIComponent(new URL(url).pathname))
    }
    return found
  })

const kept = async (page: Page): Promise<string> =>
  Object.entries(await stored(page))
    .filter(([name]) => name.startsWith('kept-'))
    .flatMap(([, addresses]) => addresses)
    .join('\n')

const workerIsReady = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)

async function openMotion(page: Page, { title }: Scene): Promise<void> {
  await openOwnCircle(page, title)
  await page.getByRole('tab', { name: /^Motions/ }).click()
  await page.getByRole('link', { name: motionTitle }).click()
  await expect(page.getByRole('heading', { level: 1, name: motionTitle })).toBeVisible()
}

async function reloadOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await page.reload()
  await expect(bar(page)).toBeVisible()
}

test('dashboard, circle and motion can be read after a reload without a line; a comment written then is sent when it is back', {
  tag: '@special',
}, async ({ page, context, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await signInFromStart(page, scene.member.email)
  await openMotion(page, scene)
  await expect(page.getByText(/^Nothing has been asked yet/)).toBeVisible()
  expect(await workerIsReady(page)).toBe('activated')
  await expect.poll(() => kept(page)).toContain(`"motion","${scene.circle._id}","${scene.motion._id}"`)
  await expect.poll(() => kept(page)).toContain(`app/motion-thread/${scene.motion._id}`)
  await expect.poll(() => kept(page)).toContain('needs-you')

  await reloadOffline(page, context)
  await expect(page.getByRole('heading', { level: 1, name: motionTitle })).toBeVisible()
  await expect(page.getByText('The flashing has come loose.')).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  await page.getByLabel('Write to the circle').fill('Written in the tunnel.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(bar(page)).toContainText('1 comment waits to be sent.')
  await expectNoSeriousFindings(page)

  // The app is opened anew, at its first page.
  await page.goto('/')
  await expect(bar(page)).toContainText('1 comment waits to be sent.')
  await openFromSidebar(page, 'Dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  await expect(page.getByText('Your dashboard, circles and motions can be read as you last saw them.')).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: scene.title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: scene.title })).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  // A page for which the kept session would not do redirects nobody.
  await page.goto('/user-verification')
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL('/user-verification')
  expect(await postsOf(request, scene)).toEqual([])

  await context.setOffline(false)
  await expect.poll(() => postsOf(request, scene)).toEqual(['Written in the tunnel.'])
  await expect(bar(page)).toBeHidden()
  await expect(page).toHaveURL('/')

  // Signing out leaves nothing of the person behind.
  await openFromSidebar(page, 'Logout')
  await expect(page).toHaveURL('/login')
  await expect.poll(async () => Object.keys(await stored(page)).filter((name) => name.startsWith('kept-'))).toEqual([])
  const everything = JSON.stringify(await stored(page))
  expect(everything).not.toContain('/api/')
  expect(everything).not.toContain(scene.circle._id)
})

/** In front of the server: after `deploy`, it serves the page of another build. */
async function startRelease(target: string) {
  let build = 1
  const marked = (html: string) => html.replace('<head>', `<head><meta name="build" content="${build}">`)
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const isNewShell = incoming.url === '/assets/shell-2.html'
    if (isNewShell && build === 1) return outgoing.writeHead(404).end()
    // Both builds have the server's ETag, so the page must not be answered with 304.
    const { host: _host, connection: _connection, 'accept-encoding': _encoding, 'if-none-match': _etag, ...headers } = incoming.headers
    delete headers['if-modified-since']
    const answer = await fetch(`${target}${isNewShell ? '/' : incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const {
      'content-length': _length,
      'content-encoding': _coded,
      'transfer-encoding': _transfer,
      ...sent
    } = Object.fromEntries(answer.headers)
    outgoing.writeHead(answer.status, sent)
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) return outgoing.end()
    if (answer.headers.get('content-type')?.startsWith('text/html')) return outgoing.end(marked(await answer.text()))
    if (incoming.url === '/worker.js' && build === 2) {
      const script = await answer.text()
      return outgoing.end(script.replace(/\/assets\/shell-\w+\.html/, '/assets/shell-2.html').replace(/\$\{prefix\}\w+/, '$' + '{prefix}2'))
    }
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      build = 2
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a new build is taken at once, and its page replaces the stored one', { tag: '@special' }, async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const release = await startRelease(baseURL ?? '')
  const member = await investor(request)
  const buildOf = () => page.locator('meta[name=build]').getAttribute('content')
  const shells = async () => Object.keys(await stored(page)).filter((name) => name.startsWith('shell-'))
  try {
    await page.addInitScript((token) => localStorage.setItem('token', token), JSON.stringify(member.token))
    await page.goto(`${release.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    await workerIsReady(page)
    const [first] = await shells()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    expect(await buildOf()).toBe('1')
    await context.setOffline(false)
    await expect(bar(page)).toBeHidden()

    release.deploy()
    await page.reload()
    expect(await buildOf()).toBe('2')
    await expect.poll(shells).toEqual(['shell-2'])
    expect(first).not.toBe('shell-2')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
    expect(await buildOf()).toBe('2')
  } finally {
    await context.setOffline(false)
    release.close()
  }
})

test('a vote request arrives as a push, is shown without an amount, and can be switched off', { tag: '@special' }, async ({
  page,
  context,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000)
  // Without digits: a title that looks like an amount is not pushed.
  const title = 'Juniper Hill Cabins'
  const scene = await setScene(request, title)
  const { publicKey } = await callAs<{ publicKey: string }>(request, scene.member.token, 'get', 'app/push')
  const service = await startPushService(publicKey)
  await context.grantPermissions(['notifications'], { origin: baseURL ?? '' })
  // Chromium's own push service is on the internet; the browser subscribes at ours instead.
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    let subscription: object | null = null
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const key = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
      const applicationServerKey = Uint8Array.from(atob(key), (character) => character.charCodeAt(0)).buffer
      const unsubscribe = async () => {
        subscription = null
        return true
      }
      subscription = { endpoint, options: { applicationServerKey }, toJSON: () => ({ keys: { p256dh, auth } }), unsubscribe }
      return subscription as PushSubscription
    }
  }, service.subscription())
  try {
    await startSignedIn(page, scene.member)
    await expect.poll(() => page.evaluate(() => Notification.permission)).toBe('granted')
    await openFromSidebar(page, 'My Profile')
    await page.getByRole('button', { name: 'Switch on for this device' }).click()
    await expectToast(page, 'Pushes switched on for this device')
    await expect(page.getByText('On for this device', { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: 'What is pushed' }).getByRole('switch').first()).toBeChecked()
    await expectNoSeriousFindings(page)

    const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await callAs(request, scene.owner.token, 'put', `app/property/${scene.property._id}/closing`, { closesAt })
    await expect.poll(() => service.received.length).toBe(1)
    expect(service.failures).toEqual([])
    const [push] = service.received
    expect(push?.message).toMatchObject({ title, body: 'You are asked to vote.' })
    expect(push?.text).not.toMatch(/\$|\d,\d{3}|Millrace/)

    // The browser hands it to the worker, which shows it.
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((found) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) found(registrations[0].registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: push?.text ?? '',
    })
    const shown = () =>
      page.evaluate(async () => {
        const notifications = await (await navigator.serviceWorker.ready).getNotifications()
        return notifications.map(({ title, body }) => `${title}: ${body}`)
      })
    await expect.poll(shown).toEqual([`${title}: You are asked to vote.`])

    await page.getByRole('button', { name: 'Switch off for this device' }).click()
    await expectToast(page, 'Pushes switched off for this device')
    await expect(page.getByRole('button', { name: 'Switch on for this device' })).toBeVisible()
    expect(await callAs(request, scene.member.token, 'get', 'app/push')).toMatchObject({ devices: [] })
  } finally {
    await service.close()
  }
})

test('the page can be installed', { tag: '@special' }, async ({ page, context }) => {
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A context of the tests is a private window, which is the only reason left.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest = await page.request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url: start } = (await manifest.json()) as { icons: { src: string; purpose: string }[]; start_url: string }
  expect(start).toBe('/')
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  expect((await page.request.get('/worker.js')).headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  })
})
