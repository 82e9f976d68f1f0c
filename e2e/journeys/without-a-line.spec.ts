import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import type { Motion } from '#contract/motions.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { ageArcsByOneWeek } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { openFromSidebar, openOwnCircle, signInByForm, startSignedIn } from '../navigation.ts'
import { freshTitle, investor, type Someone } from '../people.ts'
import { addProperty } from '../properties.ts'

const address = '70 Millrace Yard'
const motionTitle = 'Repair the roof'

type Scene = { title: string; circle: Circle; property: Property; motion: Motion; owner: Someone; member: Someone }

/** A full circle with a property and a motion to vote on. */
async function setScene(request: APIRequestContext): Promise<Scene> {
  const title = freshTitle('Sycamore Court')
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner, { ownerInvestmentAmount: 450_000 }, { title })
  await joinCircle(request, member, circle, 450_000)
  await ageArcsByOneWeek(circle._id)
  const property = await addProperty(request, owner, circle, address)
  const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const motion = await callAs<Motion>(request, owner.token, 'post', `app/motion/${circle._id}`, {
    title: motionTitle,
    text: 'The flashing has come loose.',
    facts: { kind: 'general' },
    payee: null,
    closesAt,
    supersedes: null,
  })
  return { title, circle, property, motion, owner, member }
}

const postsOf = async (request: APIRequestContext, { property, owner }: Scene): Promise<string[]> =>
  (await callAs<{ items: Post[] }>(request, owner.token, 'get', `app/property/${property._id}/thread`)).items.map(({ text }) => text)

async function votesOf(request: APIRequestContext, { circle, property, owner, member }: Scene): Promise<string[]> {
  const all = await callAs<Property[]>(request, owner.token, 'get', `app/property/${circle._id}`)
  const votes = all.find(({ _id }) => _id === property._id)?.preferences ?? []
  return votes.filter(({ user }) => user === member.user._id).map(({ preference }) => preference)
}

const motionChoiceOf = async (request: APIRequestContext, { circle, motion, owner, member }: Scene) =>
  (await callAs<Motion>(request, owner.token, 'get', `app/motion/${circle._id}/${motion._id}`)).ballots.find(
    ({ user }) => user === member.user._id,
  )?.choice

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' })
const later = (page: Page) => page.getByText('Will be sent when you are back').first()

/** As a train enters a tunnel. */
async function loseLine(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
}

async function openProperty(page: Page, title: string, discussion = /^Nothing has been asked yet/): Promise<void> {
  await openOwnCircle(page, title, 'Vote on Properties')
  await page.getByRole('link', { name: address }).click()
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  await expect(page.getByText(discussion)).toBeVisible()
}

async function saveVote(page: Page, choice: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Vote on Property|Change Vote)/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Vote on Property' })
  await dialog.getByRole('radio', { name: choice }).check()
  await dialog.getByRole('button', { name: 'Save Vote' }).click()
  await expect(dialog).toBeHidden()
}

async function post(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write to the circle').fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByLabel('Write to the circle')).toHaveValue('')
}

test('a vote and a comment made without a line say that they wait, and are sent once when it is back', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openProperty(page, scene.title)
  await loseLine(page, context)
  await saveVote(page, /Watch List/)
  await expect(later(page)).toBeVisible()
  // A kept vote may be changed.
  await saveVote(page, /Ready to Invest/)
  await post(page, 'Has the roof been looked at?')
  await expect(bar(page)).toContainText('You are offline. 2 things wait to be sent.')
  await expect(page.getByText(/^As of today, /)).toBeVisible()
  await expectNoSeriousFindings(page)

  // What was seen stays readable, and says what waits; what was not says so.
  await openFromSidebar(page, 'Dashboard')
  const cell = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').filter({ hasText: 'To be sent' })
  await expect(cell).toContainText('Will be sent when you are back')
  await expect(page.getByText(/^As of today, /)).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('main').getByRole('link', { name: 'Create Circle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('This page has not been opened on this device before.')).toBeVisible()
  expect(await votesOf(request, scene)).toEqual([])

  await context.setOffline(false)
  // The page that was never opened comes by itself.
  await expect(page.getByRole('heading', { level: 1, name: 'Create Circle' })).toBeVisible()
  await expect.poll(() => postsOf(request, scene)).toEqual(['Has the roof been looked at?'])
  expect(await votesOf(request, scene)).toEqual(['invest'])
  await expect(bar(page)).toBeHidden()
  await openProperty(page, scene.title, /^Has the roof been looked at/)
  await expect(later(page)).toBeHidden()
})

test('a vote on a motion waits over a reload, can be taken back, and is sent once', async ({ page, context, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openOwnCircle(page, scene.title)
  await page.getByRole('tab', { name: /^Motions/ }).click()
  await page.getByRole('link', { name: motionTitle }).click()
  const card = page.getByRole('region', { name: 'Your vote' })
  await expect(card).toBeVisible()
  await loseLine(page, context)
  await card.getByRole('radio', { name: 'No' }).check()
  await card.getByRole('button', { name: 'Save Vote' }).click()
  await expect(card.getByText('Will be sent when you are back')).toBeVisible()
  await expectNoSeriousFindings(page)
  await card.getByRole('button', { name: /^Take back/ }).click()
  await expect(bar(page)).toContainText(/^You are offline\.$/)
  await card.getByRole('radio', { name: 'Yes' }).check()
  await card.getByRole('button', { name: 'Save Vote' }).click()
  await expect(bar(page)).toContainText('You are offline. 1 vote waits to be sent.')

  // The page is closed without a line, and opened again with one.
  const address = page.url()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await expect.poll(() => motionChoiceOf(request, scene)).toBe('yes')
  await expect(again.getByText('Your vote was sent.')).toBeVisible()
  await expect(again.getByRole('region', { name: 'Your vote' }).getByRole('radio', { name: 'Yes' })).toBeChecked()
})

test('a comment whose answer is lost on the way is posted once', { tag: '@special' }, async ({ page, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openProperty(page, scene.title)
  const keys: (string | undefined)[] = []
  let isLosing = true
  await page.route(`**/api/app/property/${scene.property._id}/thread`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (!isLosing) return route.continue()
    // The server gets it, and its answer does not arrive.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await post(page, 'Only once, please.')
  await expect(page.getByText('Not sent yet. It is tried again by itself.')).toBeVisible()
  expect(await postsOf(request, scene)).toEqual(['Only once, please.'])
  isLosing = false
  await page.reload()
  await expect(page.getByText('Your comment was sent.')).toBeVisible()
  expect(await postsOf(request, scene)).toEqual(['Only once, please.'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('two tabs send what waits once', { tag: '@special' }, async ({ page, context, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openProperty(page, scene.title)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByLabel('Write to the circle')).toBeVisible()
  const posted: string[] = []
  context.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/thread')) posted.push(sent.url())
  })
  await loseLine(page, context)
  await post(page, 'From the first tab.')
  await expect(second.getByText('From the first tab.')).toBeVisible()
  await expect(bar(second)).toContainText('1 comment waits to be sent.')
  await post(second, 'From the second tab.')
  await context.setOffline(false)
  await expect.poll(() => postsOf(request, scene)).toEqual(['From the first tab.', 'From the second tab.'])
  for (const tab of [page, second]) {
    await expect(later(tab)).toBeHidden()
    await expect(tab.getByText('From the first tab.')).toHaveCount(1)
  }
  expect(posted).toHaveLength(2)
})

test('the message about a vote that came too late stays until it is dismissed', { tag: '@special' }, async ({ page, context, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openOwnCircle(page, scene.title)
  await page.getByRole('tab', { name: /^Motions/ }).click()
  await page.getByRole('link', { name: motionTitle }).click()
  const card = page.getByRole('region', { name: 'Your vote' })
  await expect(card).toBeVisible()
  await loseLine(page, context)
  await card.getByRole('radio', { name: 'Yes' }).check()
  await card.getByRole('button', { name: 'Save Vote' }).click()
  await expect(later(page)).toBeVisible()
  await callAs(request, scene.owner.token, 'post', `app/motion/${scene.circle._id}/${scene.motion._id}/withdraw`, {})
  await context.setOffline(false)
  const notSent = page.getByRole('region', { name: 'Not sent' })
  await expect(notSent).toContainText(`Your vote on ${motionTitle} was not sent.`)
  await expectNoSeriousFindings(page)
  await page.reload()
  await expect(notSent).toBeVisible()
  await notSent.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(notSent).toBeHidden()
})

test('money and account acts say at once that they need a connection, and an unsent comment is still there after a reload', {
  tag: '@special',
}, async ({ page, context, request }) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openFromSidebar(page, 'My Profile')
  await page.getByRole('textbox', { name: 'First name' }).fill('Changed')
  await loseLine(page, context)
  await page.getByRole('button', { name: 'Save', exact: false }).first().click()
  await expect(page.getByText('This needs a connection.').first()).toBeVisible()
  await context.setOffline(false)
  await expect(bar(page)).toBeHidden()

  await openProperty(page, scene.title)
  await page.getByLabel('Write to the circle').fill('Half a thought')
  await openFromSidebar(page, 'Dashboard')
  await page.reload()
  await openProperty(page, scene.title)
  await expect(page.getByLabel('Write to the circle')).toHaveValue('Half a thought')
})

test('signing out without a line keeps the session; with one, what cannot be sent is removed with a word', { tag: '@special' }, async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(240_000)
  const scene = await setScene(request)
  await startSignedIn(page, scene.member)
  await openProperty(page, scene.title)
  await loseLine(page, context)
  await post(page, 'Never sent.')
  await openFromSidebar(page, 'Logout')
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await page.goBack()
  // The server fails whenever it is asked to post.
  await page.route(`**/api/app/property/${scene.property._id}/thread`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await context.setOffline(false)
  await expect(page.getByText('Not sent yet. It is tried again by itself.')).toBeVisible()
  await openFromSidebar(page, 'Logout')
  await expect(page).toHaveURL('/login')
  await expectToast(page, 'Your comment was not sent. It was removed from this browser.')
  await page.unroute(`**/api/app/property/${scene.property._id}/thread`)
  await signInByForm(page, scene.member.email)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  expect(await postsOf(request, scene)).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('waiting:')))).toEqual([])
})
