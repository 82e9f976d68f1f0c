import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import { invitationStatus } from '#domain/invitation.ts'
import type { Tx } from '#server/db/connect.ts'
import { invitationFacts } from '#server/shared/invitations/invitations.ts'
import { iso, titleFor } from './export-visible.ts'

const readMemberships = (tx: Tx, userId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select([
      'memberships.id',
      'memberships.circle_id',
      titleFor(userId),
      'memberships.is_owner',
      'memberships.created_at',
      'memberships.ended_at',
      'memberships.welcomed_at',
      sql<number>`(select coalesce(sum(price), 0)::bigint from arcs where arcs.membership_id = memberships.id)`.as('amount'),
    ])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .execute()

const readLedgerRows = (tx: Tx, userId: string) =>
  tx
    .selectFrom('ledger')
    .innerJoin('circles', 'circles.id', 'ledger.circle_id')
    .select(['ledger.id', 'ledger.circle_id', titleFor(userId), 'ledger.kind', 'ledger.arcs', 'ledger.amount', 'ledger.at'])
    .where('ledger.user_id', '=', userId)
    .orderBy('ledger.id')
    .execute()

const readCharters = (tx: Tx, userId: string) =>
  tx
    .selectFrom('charter_acceptances')
    .innerJoin('circles', 'circles.id', 'charter_acceptances.circle_id')
    .select(['circles.id', titleFor(userId), 'charter_acceptances.version', 'charter_acceptances.at'])
    .where('charter_acceptances.user_id', '=', userId)
    .orderBy('charter_acceptances.at')
    .execute()

const readAssignments = (tx: Tx, userId: string) =>
  tx
    .selectFrom('broker_assignments')
    .innerJoin('circles', 'circles.id', 'broker_assignments.circle_id')
    .select(['circles.id', 'circles.title', 'broker_assignments.is_exclusive', 'broker_assignments.assigned_at'])
    .where('broker_assignments.broker_id', '=', userId)
    .execute()

const readWaitingLists = (tx: Tx, userId: string) =>
  tx
    .selectFrom('waiting_list')
    .innerJoin('circles', 'circles.id', 'waiting_list.circle_id')
    .select(['circles.id', titleFor(userId), 'waiting_list.created_at'])
    .where('waiting_list.user_id', '=', userId)
    .execute()

const readSentInvitations = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_invitations')
    .innerJoin('circles', 'circles.id', 'circle_invitations.circle_id')
    .leftJoin('users', 'users.id', 'circle_invitations.user_id')
    .select(['circles.id', titleFor(userId), 'circle_invitations.email', 'circle_invitations.note', 'circle_invitations.created_at'])
    .select(invitationFacts)
    .where('circle_invitations.created_by', '=', userId)
    .orderBy('circle_invitations.id')
    .execute()

const readUsedInvitations = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_invitations')
    .innerJoin('circles', 'circles.id', 'circle_invitations.circle_id')
    .select([
      'circles.id',
      titleFor(userId),
      'circle_invitations.email',
      'circle_invitations.created_at',
      'circle_invitations.registered_at',
    ])
    .where('circle_invitations.user_id', '=', userId)
    .orderBy('circle_invitations.id')
    .execute()

const readFollows = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_follows')
    .innerJoin('circles', 'circles.id', 'circle_follows.circle_id')
    .select(['circles.id', titleFor(userId), 'circle_follows.created_at'])
    .where('circle_follows.user_id', '=', userId)
    .orderBy('circle_follows.created_at')
    .execute()

/** Memberships, entries in the ledger, charters, and the circles that the person serves, waits for, follows or was invited to. */
export const readCircleData = async (
  tx: Tx,
  userId: string,
): Promise<
  Pick<
    Export,
    'memberships' | 'ledger' | 'charters' | 'brokerCircles' | 'waitingLists' | 'invitationsSent' | 'invitationsUsed' | 'followedCircles'
  >
> => ({
  memberships: (await readMemberships(tx, userId)).map((row) => ({
    _id: row.id,
    circle: row.circle_id,
    circleTitle: row.title,
    isOwner: row.is_owner,
    investmentAmount: row.amount,
    createdAt: row.created_at.toISOString(),
    endedAt: iso(row.ended_at),
    welcomedAt: iso(row.welcomed_at),
  })),
  ledger: (await readLedgerRows(tx, userId)).map((row) => ({
    _id: String(row.id),
    circle: row.circle_id,
    circleTitle: row.title,
    kind: row.kind as Export['ledger'][number]['kind'],
    arcs: row.arcs,
    amount: row.amount,
    at: row.at.toISOString(),
  })),
  charters: (await readCharters(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    version: row.version,
    at: row.at.toISOString(),
  })),
  brokerCircles: (await readAssignments(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    isExclusive: row.is_exclusive,
    assignedAt: row.assigned_at.toISOString(),
  })),
  waitingLists: (await readWaitingLists(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    createdAt: row.created_at.toISOString(),
  })),
  invitationsSent: (await readSentInvitations(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    email: row.email,
    note: row.note,
    state: invitationStatus(row).state,
    createdAt: row.created_at.toISOString(),
  })),
  invitationsUsed: (await readUsedInvitations(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    usedAt: (row.registered_at ?? row.created_at).toISOString(),
  })),
  followedCircles: (await readFollows(tx, userId)).map((row) => ({
    circle: row.id,
    circleTitle: row.title,
    createdAt: row.created_at.toISOString(),
  })),
})
