import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Person } from '#server/testing/seed.ts'

/** The kinds of motions that change something by themselves. */
export const effectKinds = ['treasurer', 'reserve', 'rules', 'release', 'wind_up'] as const
/** Those of them that one circle can pass at once, in this order: a release makes the others lapse. */
export const kindsOfOneCircle = ['treasurer', 'reserve', 'rules', 'wind_up'] as const satisfies readonly EffectKind[]
export type EffectKind = (typeof effectKinds)[number]

export const factsFor = (kind: EffectKind, treasurer: Person): object => {
  if (kind === 'treasurer') return { kind, member: treasurer._id }
  if (kind === 'reserve') return { kind, floorCents: 900_000, emergencyCents: 75_000 }
  if (kind === 'rules') return { kind, rules: { countBy: 'people', threshold: 66, quorum: 75, vetoBlocks: true } }
  return { kind }
}

type Place = { readonly circleId: string; readonly motionId: string }

const traces: Readonly<Record<EffectKind, (place: Place) => ReturnType<typeof sql<{ count: number }>>>> = {
  treasurer: ({ circleId }) => sql`select count(*)::int from treasurers where circle_id = ${circleId}`,
  reserve: ({ circleId }) => sql`select count(*)::int from reserves where circle_id = ${circleId}`,
  rules: ({ circleId }) => sql`select count(*)::int from charters where circle_id = ${circleId} and count_by = 'people'`,
  release: ({ motionId }) => sql`select count(*)::int from audit_log where act = 'member.left' and facts ->> 'motion' = ${motionId}`,
  wind_up: ({ motionId }) => sql`select count(*)::int from audit_log where act = 'circle.ended' and facts ->> 'motion' = ${motionId}`,
}

/** How often a motion was recorded as closed, took effect, and was told to members. */
export async function countEffects(db: Database, kind: EffectKind, place: Place) {
  const { motionId } = place
  const count = async (query: ReturnType<typeof sql<{ count: number }>>) => (await query.execute(db)).rows[0]?.count ?? 0
  return {
    outcomes: await db
      .selectFrom('decision_record')
      .select('outcome')
      .where('motion_id', '=', motionId)
      .where('kind', '=', 'motion_closed')
      .execute()
      .then((rows) => rows.map(({ outcome }) => outcome)),
    closings: await count(sql`select count(*)::int from motion_closings join decision_record on decision_record.id = record_id
      where motion_closings.motion_id = ${motionId} and decision_record.outcome = motion_closings.outcome`),
    effects: await count(sql`select count(*)::int from motion_effects join decision_record on decision_record.id = record_id
      where motion_effects.motion_id = ${motionId} and decision_record.outcome = 'passed'`),
    effectsWithoutPass: await count(sql`select count(*)::int from motion_effects join decision_record on decision_record.id = record_id
      where motion_effects.motion_id = ${motionId} and decision_record.outcome is distinct from 'passed'`),
    traces: await count(traces[kind](place)),
    notices: await count(sql`select count(*)::int from notices where motion_id = ${motionId} and kind = 'motion_outcome'`),
  }
}

export const expectedEffects = (outcome: string, members: number) => {
  const once = outcome === 'passed' ? 1 : 0
  return { outcomes: [outcome], closings: 1, effects: once, effectsWithoutPass: 0, traces: once, notices: members }
}
