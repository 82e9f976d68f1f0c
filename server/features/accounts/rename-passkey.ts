import { Refusal } from '#contract/errors.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { lockPasskey, toPasskey } from './passkeys.store.ts'

export async function renamePasskey(db: Database, actor: Actor, id: string, name: string): Promise<Passkey> {
  return db.transaction().execute(async (tx) => {
    await lockSelf(tx, actor)
    const row = await lockPasskey(tx, actor.id, id)
    if (!row) throw new Refusal('passkey_not_found')
    await tx.updateTable('passkeys').set({ name }).where('id', '=', row.id).execute()
    await writeAudit(tx, { act: 'passkey.renamed', by: actor, subject: ['user', actor.id], fields: ['name'], facts: { passkey: row.id } })
    return toPasskey({ ...row, name })
  })
}
