import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'
import { countSitemapPages, readSitemapPage } from './sitemap.ts'

test('robots.txt keeps crawlers out of the API and names the sitemap', async ({ testApp }) => {
  const { text, headers } = await testApp.call(null, 'GET', '/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  expect(text).toContain(`\nSitemap: ${testApp.services.settings.publicUrl}/sitemap.xml\n`)
})

test('the sitemap lists visible circles only, page by page', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const admin = await testApp.seed.admin()
  const make = async () => (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()._id
  const [first, second, third, hidden, deleted] = [await make(), await make(), await make(), await make(), await make()]
  await testApp.call(admin, 'PUT', `admin/circle/${hidden}`, { hideCircle: true })
  await testApp.call(admin, 'DELETE', `admin/circle-delete/${deleted}`, { title: circleForm().title })

  const { publicUrl } = testApp.services.settings
  const index = await testApp.call(null, 'GET', '/sitemap.xml')
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(index.text).toContain(`<sitemap><loc>${publicUrl}/sitemap/1.xml</loc></sitemap>`)
  const page = (await testApp.call(null, 'GET', '/sitemap/1.xml')).text
  expect(page).toContain(`<url><loc>${publicUrl}/</loc></url>`)
  const listed = [...page.matchAll(/circle-public\/([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\d</g)].map(([, id]) => id)
  expect(listed).toEqual([first, second, third])
  for (const file of ['2.xml', '0.xml', 'x.xml', '1']) expect((await testApp.call(null, 'GET', `/sitemap/${file}`)).status, file).toBe(404)

  expect(await countSitemapPages(testApp.db, 2)).toBe(2)
  const pages = await Promise.all([1, 2, 3].map((number) => readSitemapPage(testApp.db, number, 2)))
  expect(pages.map((entries) => entries.map(({ id }) => id))).toEqual([[first, second], [third], []])
})

test('security.txt says where to report a weakness, and is valid for less than a year', async ({ testApp }) => {
  const { text } = await testApp.call(null, 'GET', '/.well-known/security.txt')
  expect(text).toContain(`Contact: mailto:${testApp.services.settings.supportEmail}\n`)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test('password managers are led to changing the password, and other well-known addresses do not exist', async ({ testApp }) => {
  const answer = await testApp.call(null, 'GET', '/.well-known/change-password')
  expect([answer.status, answer.headers.location]).toEqual([302, '/profile?change=password'])
  const unknown = await testApp.call(null, 'GET', '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')
  expect(unknown.status).toBe(404)
})
