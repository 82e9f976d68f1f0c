import { hash, verify } from '@node-rs/argon2'

// Algorithm 2 is argon2id; its name is a const enum, which is not there at run time.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, options)

// Compared when there is no account, so that an unknown address takes as long as a wrong password.
const nobody = hash('no account has this password', options)

export async function matchesPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password)
  return stored !== null && matches
}
