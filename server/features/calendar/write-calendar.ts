import ical from 'ical-generator'
import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
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

/** The person's calendar as iCalendar text: when votes close, without amounts and without how anyone voted. */
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
  return calendar.toString()
}
