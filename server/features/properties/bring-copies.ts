import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { bringPropertyRequest } from '#contract/properties.ts'
import { isolate } from '#domain/isolate.ts'
import { mayBringCopy } from '#domain/may/property.ts'
import { missingPropertyFields, mostCopies } from '#domain/property-form.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { requireVisible } from '#server/shared/circles/relation.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { requireStage } from '#server/shared/stages/stages.ts'
import { addProperty, type Saving } from './save-property.ts'

const findTitle = async (db: Database | Tx, circleId: string): Promise<string | undefined> =>
  isId(circleId)
    ? (await db.selectFrom('circles').select('title').where('id', '=', circleId).where('deleted_at', 'is', null).executeTakeFirst())?.title
    : undefined

/** A refusal of one circle refuses all of them; it says which one it is. Only a circle that the person may see is named by its title. */
async function naming<Value>(db: Database | Tx, circleId: string, index: number, check: () => Promise<Value>): Promise<Value> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const title = error.code === 'circle_not_found' ? undefined : await findTitle(db, circleId)
    const message = error.code === 'not_allowed' ? 'You are not a broker of this circle.' : error.message
    const named = title === undefined ? message : `${isolate(title)}: ${message}`
    throw new Refusal(error.code, { error: named, fields: [{ field: `circles.${index}`, message: named }] })
  }
}

/** Before the body is validated: refuses circles that the person may not see, then those of which they are not a broker. */
export async function requireBrokerOfAll(db: Database, actor: Actor, circles: unknown): Promise<void> {
  if (!actor.isBroker) throw new Refusal('not_allowed')
  // The schema refuses what is no list, and lists that are too long.
  if (!Array.isArray(circles) || circles.length > mostCopies) return
  for (const [index, circle] of circles.entries()) {
    const circleId = typeof circle === 'string' ? circle : ''
    await naming(db, circleId, index, async () => {
      if (!mayBringCopy(await requireVisible(db, circleId, actor))) throw new Refusal('not_allowed')
    })
  }
}

type BringForm = z.infer<typeof bringPropertyRequest>

/** Adds a copy of the property to each circle, in the order in which they were named; returns their ids. */
export async function bringCopies(tx: Tx, actor: Actor, { circles, ...form }: BringForm, saving: Saving): Promise<string[]> {
  const fields = missingPropertyFields(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const wanted = [...new Set(circles.map((id) => id.toLowerCase()))]
  // Locked in one order, so that two requests never wait for each other.
  for (const circleId of wanted.toSorted()) {
    await naming(tx, circleId, wanted.indexOf(circleId), async () => {
      await lockCircle(tx, circleId)
      await closeDueFirst(tx, circleId, saving)
      await lockCircleAs(tx, circleId, actor, mayBringCopy)
      await requireStage(tx, circleId, 'change_properties')
    })
  }
  const ids: string[] = []
  for (const circleId of wanted) ids.push(await addProperty(tx, actor, circleId, form, saving))
  return ids
}
