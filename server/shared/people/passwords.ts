import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'

// Algorithm 2 is argon2id; its name is a const enum, which is not there at run time.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A password costs tens of milliseconds of a core on purpose. What could not be looked at within a second or two is refused
// at once: a queue that grows keeps everyone waiting, long after the storm.
const mostAtOnce = 64
let underWay = 0

async function whenThereIsRoom<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (underWay >= mostAtOnce) throw new Refusal('busy', { retryAfter: 2 })
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => whenThereIsRoom(() => hash(password, options))

// Compared when there is no account, so that an unknown address takes as long as a wrong password.
const nobody = hash('no account has this password', options)

export async function matchesPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await whenThereIsRoom(async () => verify(stored ?? (await nobody), password))
  return stored !== null && matches
}
