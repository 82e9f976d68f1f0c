import type { Locator, Page } from 'playwright-core'
import type { CircleDocument } from '#contract/documents.ts'
import { paths } from '#contract/paths.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, ApiUnderTest } from '#server/testing/test-app.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { createVotingCircle } from '#server/testing/voting-circle.ts'
import { callOf } from '../proofs/over-processes.ts'

type Scenes = Awaited<ReturnType<typeof prepareScenes>>

/** `prepare` opens the page with all that comes before the press, and returns what is pressed. */
type Act = { readonly name: string; readonly prepare: (scenes: Scenes, page: Page, round: number) => Promise<Locator> }

function expectOk(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

/** A document of the circle that this person is asked to sign. */
async function askToSign(api: ApiUnderTest, url: string, circleId: string, owner: Person): Promise<CircleDocument> {
  const content = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const asked = { isPublic: false, isViewableByAnyUser: false, size: content.length }
  const upload = await api.call(owner, 'POST', 'app/s3/get-signed-post-url/agreement.pdf/application%2Fpdf', asked)
  const { signedPostUrl, objectId: fileKey } = expectOk(upload).data<{ signedPostUrl: string; objectId: string }>()
  const { pathname, search } = new URL(signedPostUrl, url)
  await fetch(`${url}${pathname}${search}`, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: content })
  const added = await api.call(owner, 'POST', `app/document/${circleId}`, { title: 'Operating agreement', shelf: 'agreement', fileKey })
  const document = expectOk(added).data<CircleDocument>()
  const versionId = document.newest._id
  return expectOk(await api.call(owner, 'POST', `app/document/${circleId}/${document._id}/ask`, { versionId })).data<CircleDocument>()
}

/** A book with lines of the bank and entries that look like them. */
async function keepBook(api: ApiUnderTest) {
  const book = await createBookCircle(api)
  const days = Array.from({ length: 20 }, (_, index) => `2025-06-${String(index + 1).padStart(2, '0')}`)
  const rent = (index: number) => 100_000 + index * 100
  const lines = days.map((day, index) => [day, rent(index), `RENT ${index}`] as const)
  const file = bankFile(book.operating, bankCsv(lines), { from: '2025-06-01', to: '2025-06-30' })
  expectOk(await api.call(book.ann, 'POST', `${book.files}/import`, file))
  for (const [index, day] of days.entries()) {
    const income = { what: 'rent', bankAccountId: book.operating, amountCents: rent(index), day, payee: 'Tenant' }
    expectOk(await book.post(book.ann, 'income', income))
  }
  return book
}

/** A server with 2,000 circles, one that votes, one with a document to sign, and one with a book. */
export async function prepareScenes() {
  const cluster = await startTestCluster()
  await fillWithCircles(cluster.databaseUrl, 2_000)
  const { url } = await cluster.startApi({ RATE_LIMITS: 'off' })
  const api: ApiUnderTest = { db: cluster.db, seed: cluster.seed, call: callOf(url) }
  const voting = await createVotingCircle(api, 2)
  const signing = await createMotionCircle(api, [4, 4, 4])
  const document = await askToSign(api, url, signing.circle._id, signing.owner)
  return { url, api, voting, signing, document, book: await keepBook(api), close: () => cluster.close() }
}

async function open({ url }: Scenes, page: Page, person: Person, path: string): Promise<void> {
  await page.addInitScript((token) => localStorage.setItem('token', token), JSON.stringify(person.token))
  await page.goto(`${url}${path}`)
}

const memberOf = ({ voting: { members, owner } }: Scenes): Person => members[0] ?? owner
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })

export const acts: readonly Act[] = [
  {
    name: 'Open a circle from the dashboard',
    prepare: async (scenes, page) => {
      await open(scenes, page, memberOf(scenes), paths.dashboard)
      return page
        .getByRole('main')
        .locator(`a[href="${paths.circle(scenes.voting.circle._id)}"]`)
        .first()
    },
  },
  {
    name: 'Change the tab of a circle',
    prepare: async (scenes, page) => {
      await open(scenes, page, memberOf(scenes), paths.circle(scenes.voting.circle._id))
      return page.getByRole('tab', { name: 'Members' })
    },
  },
  {
    name: 'Vote on a property',
    prepare: async (scenes, page, round) => {
      await open(scenes, page, memberOf(scenes), paths.circleVoting(scenes.voting.circle._id))
      await page
        .getByRole('button', { name: /Vote on Property|Change Vote/ })
        .first()
        .click()
      await page.getByRole('radio', { name: round % 2 === 0 ? /Ready to Invest/ : /Watch List/ }).check()
      return button(page, 'Save Vote')
    },
  },
  {
    name: 'Post in a conversation',
    prepare: async (scenes, page, round) => {
      await open(scenes, page, memberOf(scenes), paths.circleConversation(scenes.voting.circle._id))
      await page.getByLabel('Write to the circle').fill(`The survey comes on Thursday, week ${round}.`)
      return button(page, 'Post')
    },
  },
  {
    name: 'Filter circles by free arcs',
    prepare: async (scenes, page) => {
      await open(scenes, page, memberOf(scenes), paths.findCircles)
      await button(page, 'Advanced filters').click()
      return page.getByRole('switch', { name: 'Only with free arcs' })
    },
  },
  {
    name: 'Open the map of 2,000 circles',
    prepare: async (scenes, page) => {
      await open(scenes, page, memberOf(scenes), paths.findCircles)
      return page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' })
    },
  },
  {
    name: 'Join a circle',
    prepare: async (scenes, page) => {
      await open(scenes, page, await scenes.api.seed.investor(), paths.joinCircle(scenes.voting.circle._id))
      await button(page, 'Next: Choose Investment').click()
      await button(page, 'Next: Confirm').click()
      return button(page, 'Join Circle')
    },
  },
  {
    name: 'Go to the next step of creating a circle',
    prepare: async (scenes, page) => {
      await open(scenes, page, memberOf(scenes), paths.createCircle)
      await page.getByLabel('Title').fill('Larkspur Terrace')
      await page.getByLabel('Description').fill('Three friends, one house.')
      return button(page, 'Next')
    },
  },
  {
    name: 'Sign a document',
    prepare: async (scenes, page) => {
      const { signing, document } = scenes
      const [member = signing.owner] = signing.members
      await open(scenes, page, member, paths.signDocument(signing.circle._id, document._id))
      await page.getByRole('checkbox').check()
      await page.getByLabel('Your full name').fill(`${member.firstName} Smith`)
      return button(page, 'Sign')
    },
  },
  {
    name: 'Match a line of the bank',
    prepare: async (scenes, page) => {
      await open(scenes, page, scenes.book.ann, paths.circleBookMatch(scenes.book.circleId))
      return button(page, 'Match').first()
    },
  },
]
