import { Refusal } from '#contract/errors.ts'
import type { MailChoices, UnsubscribableKind } from '#domain/mail-kinds.ts'
import { defaultDigest } from '#domain/notices.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { readUnsubscribeToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { chooseMails, readMailChoices } from '#server/shared/notices/mail-choices.ts'

type Subscription = { readonly kind: UnsubscribableKind; readonly isOn: boolean }

/** Whose mails a link is about; refused for a token that is not ours and for deleted people. */
async function findSubscriber(db: Database | Tx, keys: Keys, token: string) {
  const named = readUnsubscribeToken(keys, token)
  const user = named
    ? await db.selectFrom('users').select('id').where('id', '=', named.userId).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  if (!named || !user) throw new Refusal('unsubscribe_link_invalid')
  return named
}

const isSent = (kind: UnsubscribableKind, { digest, mails }: MailChoices): boolean => (kind === 'digest' ? digest !== 'off' : mails[kind])

export async function readSubscription(db: Database, keys: Keys, token: string): Promise<Subscription> {
  const { userId, kind } = await findSubscriber(db, keys, token)
  return { kind, isOn: isSent(kind, await readMailChoices(db, userId)) }
}

type Switch = { readonly token: string; readonly isOn: boolean; readonly origin: Origin }

/** Switches exactly the mails off or on that the link is about. The person need not be signed in. Idempotent. */
export async function switchMails(db: Database, keys: Keys, { token, isOn, origin }: Switch): Promise<Subscription> {
  return db.transaction().execute(async (tx) => {
    const { userId, kind } = await findSubscriber(tx, keys, token)
    const before = await readMailChoices(tx, userId)
    if (isSent(kind, before) === isOn) return { kind, isOn }
    const change = kind === 'digest' ? { digest: isOn ? defaultDigest : ('off' as const) } : { mails: { [kind]: isOn } }
    await chooseMails(tx, { userId, by: { id: null, origin } }, change)
    return { kind, isOn }
  })
}
