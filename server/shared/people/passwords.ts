import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'

// Algorithm 2 is argon2id; its name is a const enum, which does not exist at run time.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Hashing takes tens of milliseconds of CPU by design. Above this limit requests are refused at once, because a growing queue would delay
// everyone.
const maxConcurrent = 64

// One thread of Node's pool stays free: tokens are verified on it, and no signed-in request may wait for other people's passwords. One more
// than there are cores, so that no core waits between two checks; still more would only take turns.
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
const atOnce = Math.max(1, Math.min(availableParallelism() + 1, threads - 1))

let running = 0
const waiting: (() => void)[] = []

async function withConcurrencyLimit<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (running + waiting.length >= maxConcurrent) throw new Refusal('busy', { retryAfter: 2 })
  // A check that finishes passes its place on to the next.
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => withConcurrencyLimit(() => hash(password, options))

// Verified when there is no account, so that an unknown address takes as long as a wrong password.
const unknownAccountHash = hash('no account has this password', options)

export async function matchesPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await withConcurrencyLimit(async () => verify(stored ?? (await unknownAccountHash), password))
  return stored !== null && matches
}
