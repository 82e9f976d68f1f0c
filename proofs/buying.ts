import { setTimeout as sleep } from 'node:timers/promises'
import { shareCount } from '#domain/arcs.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import type { Database } from '#server/db/connect.ts'
import { createCircle } from '#server/features/circles/create-circle.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders } from '#server/testing/test-app.ts'

/** The price of a share in every circle here. */
export const price = 10_000

const origin = { requestId: 'proof', address: '127.0.0.1', userAgent: 'proof' }

/** A circle with one arc sold, to its owner. */
export async function newCircle(db: Database, owner: Person, size: MinimumShareSize): Promise<string> {
  const actor = {
    id: owner._id,
    sessionId: owner._id,
    permissions: { isAdmin: false },
    isBroker: false,
    isVerified: true,
    zone: 'UTC',
    origin,
  }
  const form = circleForm({ totalTargetSize: price * shareCount(size), minimumShareSize: size, ownerInvestmentAmount: price })
  return db.transaction().execute((tx) => createCircle(tx, actor, form as Parameters<typeof createCircle>[2]))
}

type Outcome = { readonly status: number; readonly text: string }

/** One purchase of one arc, as the page sends it. */
export async function buyOne(url: string, buyer: Person, circleId: string, key?: string, amount = price): Promise<Outcome> {
  const answer = await fetch(`${url}/api/app/circle-membership/${circleId}`, {
    method: 'POST',
    headers: { ...authHeaders(buyer.token), 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify({ circle: circleId, user: buyer._id, investmentAmount: amount, isOwner: false }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Like the page: retries after a 503 until there is an answer. */
export async function buyUntilAnswered(url: string, buyer: Person, circleId: string, key?: string): Promise<Outcome> {
  for (;;) {
    const outcome = await buyOne(url, buyer, circleId, key)
    if (outcome.status !== 503) return outcome
    await sleep(500 + Math.random() * 1_000)
  }
}
