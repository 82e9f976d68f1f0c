import webPush from 'web-push'
import type { Database } from '#server/db/connect.ts'

/** Who sends: push services check every push against the public key, which browsers got when they subscribed. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/** The keys of the environment, else those of this installation, which are made at its first start. Processes that start at once agree. */
export async function readPushKeys(db: Database, given: PushKeys | undefined): Promise<PushKeys> {
  if (given) return given
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirstOrThrow()
  return { publicKey: kept.public_key, privateKey: kept.private_key }
}
