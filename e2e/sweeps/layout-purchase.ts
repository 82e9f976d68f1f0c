import type { APIRequestContext } from '@playwright/test'
import type { z } from 'zod'
import type { Token } from '#contract/accounts.ts'
import type { Acquisition, StartOptions } from '#contract/acquisition.ts'
import type { CallList } from '#contract/calls.ts'
import type { CircleDocument } from '#contract/documents.ts'
import type { membershipList } from '#contract/membership.ts'
import type { Motion } from '#contract/motions.ts'
import { demoPassword, emailOf } from '#demo/logins.ts'
import type { StepKey } from '#domain/acquisition-steps.ts'
import { callAs } from '../circles.ts'
import { uploadPdf } from '../documents.ts'
import { headersOf, signIn, whoIs } from '../people.ts'

type Members = z.infer<typeof membershipList>['data']

/** A circle of the demo investor in which a property has passed: it buys it, with a call and an agreement to sign. */
export type PurchaseData = { readonly call: string; readonly document: string }

/** Several workers prepare the same purchase: what one of them has done already is refused for the others. */
export async function readPurchaseData(
  request: APIRequestContext,
  { admin, broker }: { readonly admin: Token; readonly broker: Token },
  circleId: string,
): Promise<PurchaseData> {
  const act = (token: Token, method: 'post' | 'put', path: string, data: object) =>
    request[method](`/api/${path}`, { headers: { ...headersOf(token), 'idempotency-key': `sweep ${path}`.slice(0, 100) }, data })
  const members = await callAs<Members>(request, admin, 'get', `app/circle-membership/${circleId}`)
  const people = members.flatMap(({ user, isOwner }) => (user?.email ? [{ id: user._id, email: user.email, isOwner }] : []))
  const tokens = new Map<string, Token>()
  for (const { email } of people) tokens.set(email, await signIn(request, email, demoPassword))
  const ownerEmail = people.find(({ isOwner }) => isOwner)?.email ?? ''
  const investor = people.find(({ email }) => email === emailOf('investor'))
  const owner = tokens.get(ownerEmail)
  if (!owner || !investor) throw new Error('The circle has no owner, or not the demo investor.')

  const brokerId = (await whoIs(request, broker))._id
  await callAs(request, admin, 'put', `admin/circle/${circleId}`, { assignedBrokers: [brokerId] })

  const purchase = `app/acquisition/${circleId}`
  const { properties } = await callAs<StartOptions>(request, owner, 'get', `${purchase}/start-options`)
  await act(owner, 'post', purchase, { propertyId: properties[0]?._id })

  // As treasurer the investor sees what can be done.
  const motions = `app/motion/${circleId}`
  const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const facts = { kind: 'treasurer', member: investor.id }
  const proposed = await request.post(`/api/${motions}`, {
    headers: headersOf(owner),
    data: { title: 'Maya keeps the book', text: 'From the first payment on.', facts, closesAt },
  })
  if (proposed.ok()) {
    const { data } = (await proposed.json()) as { data: Motion }
    for (const token of tokens.values()) await act(token, 'post', `${motions}/${data._id}/vote`, { choice: 'yes' })
  }

  const documents = `app/document/${circleId}`
  const listed = () => callAs<{ documents: CircleDocument[] }>(request, owner, 'get', documents)
  const fileKey = await uploadPdf(request, owner, 'agreement.pdf')
  await act(owner, 'post', documents, { title: 'Operating agreement', shelf: 'agreement', fileKey })
  const agreement = (await listed()).documents.find(({ title }) => title === 'Operating agreement')
  if (!agreement) throw new Error('The agreement was not added.')
  const versionId = agreement.newest._id
  await act(owner, 'post', `${documents}/${agreement._id}/ask`, { versionId })

  const { steps } = await callAs<Acquisition>(request, owner, 'get', purchase)
  const stepOf = (key: StepKey) => `${purchase}/step/${steps.find((step) => step.key === key)?._id}`
  await act(owner, 'put', stepOf('agreement_signed'), { documentVersionId: versionId, dueDay: '2040-12-10' })
  await act(owner, 'put', stepOf('insurance'), { assignedTo: investor.id, dueDay: '2020-12-07' })
  await act(owner, 'put', stepOf('title'), { assignedTo: brokerId, dueDay: '2040-12-10' })
  await act(owner, 'post', `${stepOf('offer')}/done`, {})
  await act(owner, 'post', `${stepOf('loan')}/skip`, { reason: 'We buy without a loan.' })
  await act(owner, 'post', `app/call/${circleId}`, { amountCents: 48_000_001, dueDay: '2040-12-11', why: 'Price and closing costs.' })
  const { calls } = await callAs<CallList>(request, owner, 'get', `app/call/${circleId}`)
  return { call: calls[0]?._id ?? '', document: agreement._id }
}
