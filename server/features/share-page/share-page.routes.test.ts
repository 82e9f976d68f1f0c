import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { FastifyInstance } from 'fastify'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test as appTest, type TestApp } from '#server/testing/test-app.ts'

/** The app with the page's unbuilt index.html. */
const test = appTest.extend<{ site: FastifyInstance }>({
  site: [
    async ({ testApp }, use) => {
      const root = await mkdtemp(path.join(tmpdir(), 'arcstead-page-'))
      await mkdir(path.join(root, 'dist/web'), { recursive: true })
      await copyFile(path.join(testApp.services.root, 'web/index.html'), path.join(root, 'dist/web/index.html'))
      const site = await buildApp({ ...testApp.services, root })
      await use(site)
      await site.close()
      await rm(root, { recursive: true })
    },
    { scope: 'file' },
  ],
})

const newCircle = async (testApp: TestApp, rest: Record<string, unknown> = {}, criteria: Record<string, unknown> = {}) => {
  const owner = await testApp.seed.investor()
  return (await testApp.call(owner, 'POST', 'app/circle', circleForm(criteria, rest))).data<Circle>()
}

const pageAt = async (site: FastifyInstance, url: string) => (await site.inject({ url })).body

const canonicalOf = (page: string) => /<link rel="canonical" href="([^"]*)" \/>/.exec(page)?.[1]

const contentOf = (page: string, name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)" />`).exec(page)?.[1]

describe('a shared link', () => {
  test('to a circle says what it is, and shows its ring', async ({ testApp, site }) => {
    const circle = await newCircle(testApp)
    const page = await pageAt(site, `/circle-public/${circle._id}?from=mail`)
    const { publicUrl } = testApp.services.settings
    expect(page).toContain('<title>Larkspur Terrace · Arcstead</title>')
    expect(contentOf(page, 'og:title')).toBe('Larkspur Terrace')
    expect(contentOf(page, 'description')).toBe(
      'Denver, CO. $225,000 of $900,000, 9 of 12 arcs left. A small group buying one well-built terrace in north Denver.',
    )
    expect(contentOf(page, 'og:url')).toBe(`${publicUrl}/circle-public/${circle._id}`)
    expect(contentOf(page, 'og:image')).toBe(`${publicUrl}/og/circle/${circle._id}.png`)
    expect(canonicalOf(page)).toBe(`${publicUrl}/circle-public/${circle._id}`)
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(page.match(/name="description"/g)).toHaveLength(1)
    expect(page).toMatch(/<div id="root"><div class="column-layout_root first-paint".*<h1 class="display">Larkspur Terrace<\/h1>/)
    expect(page).toContain('A small group buying one well-built terrace in north Denver.</p>')
  })

  test('to a circle, as its members see the address, has the tags of the public page', async ({ testApp, site }) => {
    const circle = await newCircle(testApp)
    const [inside, open] = await Promise.all(['circle', 'circle-public'].map((place) => pageAt(site, `/${place}/${circle._id}`)))
    const tagsOf = (page = '') => page.match(/<(?:meta (?:property|name)="[^"]*" content="[^"]*"|link rel="canonical"[^>]*|title>[^<]*)/g)
    expect(tagsOf(inside)).toEqual(tagsOf(open))
    expect(contentOf(inside ?? '', 'og:title')).toBe('Larkspur Terrace')
    expect(inside).toMatch(/<div id="root"><!--opening--><img class="first-mark"/)
  })

  test('to a circle with a long story opens without it, as the page has it in a card further down', async ({ testApp, site }) => {
    const circle = await newCircle(testApp, { description: 'A long story. '.repeat(30) })
    const page = await pageAt(site, `/circle-public/${circle._id}`)
    expect(page).toContain('<h1 class="display">Larkspur Terrace</h1></div>')
  })

  test('to the list can be read before any script runs; other pages open as they were built', async ({ testApp, site }) => {
    const circle = await newCircle(testApp)
    for (const path of ['/', '/find-circles']) {
      const page = await pageAt(site, path)
      expect(page).toContain('<h1>Find Investment Circles</h1>')
      expect(page).toContain(' is a few people who buy one property together.')
      expect(page).toMatch(/<p class="introduction_arcs num">Larkspur Terrace, Denver:<br>\d+ of 12 arcs held, \$75,000 each<\/p>/)
    }
    expect(await pageAt(site, `/circle-public/${circle._id}`)).not.toContain('introduction_root')
    for (const path of ['/find-circles/map-view', '/login', '/dashboard'])
      expect(await pageAt(site, path)).toMatch(/<div id="root"><!--opening--><img class="first-mark"/)
  })

  test('cannot carry markup or break out of its tags', async ({ testApp, site }) => {
    const circle = await newCircle(testApp, { title: `"><script>alert('1')</script>$&$1`, description: `</title><img src=x onerror="x">` })
    const page = await pageAt(site, `/circle-public/${circle._id}`)
    expect(page).toContain('<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;$&amp;$1 · Arcstead</title>')
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img src=x')
  })

  test('to a circle that is hidden, deleted or unknown says nothing about it', async ({ testApp, site }) => {
    const admin = await testApp.seed.admin()
    const hidden = await newCircle(testApp, { title: 'Secret hill' })
    await testApp.call(admin, 'PUT', `admin/circle/${hidden._id}`, { hideCircle: true })
    const deleted = await newCircle(testApp, { title: 'Secret lake' })
    await testApp.call(admin, 'DELETE', `admin/circle-delete/${deleted._id}`, { title: deleted.title })
    const pages = await Promise.all(
      [hidden._id, deleted._id, '01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense', '%22%3E'].map((id) =>
        pageAt(site, `/circle-public/${id}`),
      ),
    )
    for (const { _id } of [hidden, deleted]) pages.push(await pageAt(site, `/circle/${_id}`))
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('<title>Find Investment Circles · Arcstead</title>')
    expect(contentOf(pages[0] ?? '', 'robots')).toBe('noindex')
    expect(canonicalOf(pages[0] ?? '')).toBeUndefined()
    for (const { _id } of [hidden, deleted]) expect((await site.inject({ url: `/og/circle/${_id}.png` })).statusCode).toBe(404)
  })

  test('to the list of circles has its title and picture', async ({ site }) => {
    for (const url of ['/', '/find-circles', '/find-circles/map-view', '/?q=lake&sort=title']) {
      const page = await pageAt(site, url)
      expect(page).toContain('<title>Find Investment Circles · Arcstead</title>')
      expect(contentOf(page, 'og:image')).toMatch(/\/og\/arcstead\.png$/)
      expect(contentOf(page, 'robots')).toBeUndefined()
      expect(canonicalOf(page)).toMatch(url.includes('map') ? /[^/]\/find-circles\/map-view$/ : /[^/]\/$/)
    }
    expect(await pageAt(site, '/login')).toContain('<title>Arcstead</title>')
  })

  test('is compressed, and answered with 304 if the browser has it', async ({ site }) => {
    const first = await site.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    const again = await site.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
  })
})

/** Decodes with the same library that draws the picture. */
function readPng(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`
  const { pixels } = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`).render()
  const pixel = (x: number, y: number) => pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).toString('hex')
  return { width, height, pixel }
}

describe('the picture of a link', () => {
  /** At this many degrees clockwise from 12 o'clock, in the middle of the ring's stroke. */
  const onRing = (png: Buffer, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return readPng(png).pixel(Math.round(880 + 196 * Math.sin(angle)), Math.round(315 - 196 * Math.cos(angle)))
  }
  const [paper, track, owner, second] = ['f7f3eb', 'e9e2d4', '1f5a44', '8c7b1a']

  test('shows who holds which part of the circle', async ({ testApp }) => {
    const circle = await newCircle(testApp)
    const buyer = await testApp.seed.investor()
    await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 225_000 })
    const reply = await testApp.app.inject({ url: `/og/circle/${circle._id}.png` })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    const png = reply.rawPayload
    expect(readPng(png)).toMatchObject({ width: 1_200, height: 630 })
    expect([45, 135, 225, 315].map((degrees) => onRing(png, degrees))).toEqual([owner, second, track, track])
    expect(readPng(png).pixel(5, 5)).toBe(paper)
  })

  test('has an ETag that changes only with what it shows', async ({ testApp }) => {
    const circle = await newCircle(testApp)
    const request = (etag?: string) =>
      testApp.app.inject({ url: `/og/circle/${circle._id}.png`, headers: etag ? { 'if-none-match': etag } : {} })
    const first = await request()
    expect((await request(String(first.headers.etag))).statusCode).toBe(304)
    const buyer = await testApp.seed.investor()
    await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect((await request(String(first.headers.etag))).statusCode).toBe(200)
  })

  test('can be drawn of any circle', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const titles = [
      '日本の家',
      '👩‍👩‍👧 Haus',
      `${'W'.repeat(119)}`,
      'ÀÉÎ Łódź ﬁ ß',
      '– — “x”',
      'a\u0001b\u001f',
      '<b>&amp;\'"',
      'Дом у озера',
      'Σπίτι',
      'בית',
      '👩‍👩‍👧',
    ]
    for (const title of titles) {
      const circle = await newCircle(testApp, { title })
      expect((await testApp.app.inject({ url: `/og/circle/${circle._id}.png` })).statusCode).toBe(200)
    }
    const bare = (
      await testApp.call(admin, 'POST', 'admin/circle', { title: 'No target', location: { city: 'Reno' }, description: 'x' })
    ).data<Circle>()
    const png = (await testApp.app.inject({ url: `/og/circle/${bare._id}.png` })).rawPayload
    expect(onRing(png, 45)).toBe(track)
    expect((await testApp.app.inject({ url: '/og/arcstead.png' })).statusCode).toBe(200)
  })

  test('is not found for an unknown circle', async ({ testApp }) => {
    for (const file of [
      'nonsense.png',
      'nonsense',
      '.png',
      '01890a5d-ac96-774b-bcce-b302099a8057.png',
      '01890a5d-ac96-774b-bcce-b302099a8057',
    ]) {
      expect((await testApp.app.inject({ url: `/og/circle/${file}` })).statusCode).toBe(404)
    }
  })
})
