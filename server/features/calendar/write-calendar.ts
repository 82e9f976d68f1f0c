import ical from 'ical-generator'
import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { type StepKey, stepTitle } from '#domain/acquisition-steps.ts'
import { isolate } from '#domain/isolate.ts'
import type { Database } from '#server/db/connect.ts'

/** Closings stay in the feed for a while, so that calendars keep what has just closed. */
const keptDays = 90
const hour = 60 * 60

type Closing = { readonly id: string; readonly circleId: string; readonly circle: string; readonly name: string; readonly at: Date }

const isRecent = (time: string) => sql<boolean>`${sql.ref(time)} > now() - ${keptDays} * interval '1 day'`

/** Votes on properties of the person's circles. */
const readPropertyClosings = (db: Database, userId: string): Promise<Closing[]> =>
  db
    .selectFrom('decisions')
    .innerJoin('properties', 'properties.id', 'decisions.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .innerJoin('memberships', 'memberships.circle_id', 'circles.id')
    .select(['properties.id', 'circles.id as circleId', 'circles.title as circle', 'properties.shown_address as name'])
    .select(sql<Date>`decisions.closes_at`.as('at'))
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where(isRecent('decisions.closes_at'))
    .orderBy('decisions.closes_at')
    .orderBy('properties.id')
    .execute()

/** Motions of the person's circles on which they have a vote; one that closed early is at that time. */
const readMotionClosings = (db: Database, userId: string): Promise<Closing[]> =>
  db
    .selectFrom('motions')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .innerJoin('memberships', 'memberships.circle_id', 'circles.id')
    .leftJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
    .select(['motions.id', 'circles.id as circleId', 'circles.title as circle', 'motion_texts.title as name'])
    .select(sql<Date>`coalesce(motion_closings.at, motions.closes_at)`.as('at'))
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('motion_withdrawals.motion_id', 'is', null)
    .where(isRecent('motions.closes_at'))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('motion_conflicts')
            .select('motion_conflicts.motion_id')
            .whereRef('motion_conflicts.motion_id', '=', 'motions.id')
            .where('motion_conflicts.user_id', '=', userId),
        ),
      ),
    )
    .orderBy('motions.closes_at')
    .orderBy('motions.id')
    .execute()

type DueStep = {
  readonly id: string
  readonly circleId: string
  readonly circle: string
  readonly key: StepKey
  readonly title: string
  readonly day: string
}

/** Open steps of purchases in the person's circles: those that are assigned to them, or to nobody. */
async function readDueSteps(db: Database, userId: string): Promise<DueStep[]> {
  const { rows } = await sql<DueStep>`
    select acquisition_steps.id, circles.id as "circleId", circles.title as circle, key, coalesce(acquisition_step_texts.title, '') as title,
      due_day::text as day
    from acquisition_steps join acquisitions on acquisitions.id = acquisition_steps.acquisition_id
    join circles on circles.id = acquisitions.circle_id
    left join acquisition_step_texts on acquisition_step_texts.step_id = acquisition_steps.id
    where acquisitions.outcome is distinct from 'given_up' and acquisition_steps.state = 'open' and due_day is not null and circles.deleted_at is null
      and (assigned_to = ${userId} or assigned_to is null)
      and (exists (select from memberships where memberships.circle_id = circles.id and user_id = ${userId} and memberships.ended_at is null)
        or (assigned_to = ${userId} and exists (select from broker_assignments where circle_id = circles.id and broker_id = ${userId})))
    order by due_day, acquisition_steps.id`.execute(db)
  return rows
}

type DueDay = { readonly id: string; readonly circleId: string; readonly circle: string; readonly number: number; readonly day: string }

/** Calls in which the person holds arcs. */
const readDueDays = (db: Database, userId: string): Promise<DueDay[]> =>
  db
    .selectFrom('calls')
    .innerJoin('circles', 'circles.id', 'calls.circle_id')
    .innerJoin('memberships', 'memberships.circle_id', 'circles.id')
    .leftJoin('acquisitions', 'acquisitions.id', 'calls.acquisition_id')
    .select(['calls.id', 'circles.id as circleId', 'circles.title as circle', 'calls.number', 'calls.due_day as day'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where(sql<boolean>`acquisitions.outcome is distinct from 'given_up'`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('arcs').select('arcs.number').whereRef('arcs.membership_id', '=', 'memberships.id')),
    )
    .where(isRecent('calls.due_day'))
    .orderBy('calls.due_day')
    .orderBy('calls.id')
    .execute()

/** The person's calendar as iCalendar text: when votes close and calls are due, without amounts and without how anyone voted. */
export async function writeCalendar(db: Database, userId: string, publicUrl: string): Promise<string> {
  const calendar = ical({ name: 'Arcstead', prodId: { company: 'Arcstead', product: 'Closings', language: 'EN' }, ttl: hour })
  const addClosing = ({ id, circle, name, at }: Closing, path: string) =>
    calendar.createEvent({
      id: `${id}@${new URL(publicUrl).hostname}`,
      // Without an end: a moment, which RFC 5545 forbids to write as an end that equals the start.
      start: at,
      summary: `Vote closes: ${isolate(name || 'a motion')}`,
      description: `In ${isolate(circle)}.`,
      url: `${publicUrl}${path}`,
    })
  for (const closing of await readPropertyClosings(db, userId)) addClosing(closing, paths.circleProperty(closing.circleId, closing.id))
  for (const closing of await readMotionClosings(db, userId)) addClosing(closing, paths.circleMotion(closing.circleId, closing.id))
  for (const step of await readDueSteps(db, userId)) {
    calendar.createEvent({
      id: `${step.id}@${new URL(publicUrl).hostname}`,
      start: new Date(`${step.day}T00:00:00Z`),
      allDay: true,
      summary: `Step due: ${isolate(stepTitle(step))}`,
      description: `In ${isolate(step.circle)}.`,
      url: `${publicUrl}${paths.circlePurchase(step.circleId)}`,
    })
  }
  for (const { id, circleId, circle, number, day } of await readDueDays(db, userId))
    calendar.createEvent({
      id: `${id}@${new URL(publicUrl).hostname}`,
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      summary: `Call ${number} is due`,
      description: `In ${isolate(circle)}.`,
      url: `${publicUrl}${paths.circleCall(circleId, id)}`,
    })
  return calendar.toString()
}
