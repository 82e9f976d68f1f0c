import type { z } from 'zod'
import type { adminSaveUserRequest } from '#contract/admin.ts'
import { Refusal } from '#contract/errors.ts'
import { ofEachPermission, type Permissions, permissionNames } from '#domain/may/person.ts'
import { normalEmail, personProblems } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { permissionsOf, permissionValues } from '#server/sessions/permissions.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireAnotherAdmin } from '#server/shared/people/last-admin.ts'
import { lockUser } from '#server/shared/people/lock-user.ts'
import { endUserSessions } from '#server/shared/people/sessions.ts'
import { suspendUser } from '#server/shared/people/suspend-user.ts'
import { findUser, type UserRow } from '#server/shared/people/users.ts'
import { markVerified, requireConfirmed } from '#server/shared/verification/mark-verified.ts'
import { cancelVerifiedMail } from '#server/shared/verification/verified-mail.ts'
import { changeAddress, sendConfirmation } from './addresses.ts'
import { sendInvitation } from './invite-user.ts'

type UserChange = z.infer<typeof adminSaveUserRequest>

export type AdminSite = { readonly publicUrl: string; readonly supportEmail: string; readonly confirmEmail: 'required' | 'optional' }

const permissionsAfter = ({ permissions }: UserChange, row: UserRow): Permissions =>
  ofEachPermission((name) => permissions?.[name] ?? permissionsOf(row)[name])

/** Whether a change concerns the person's rights. */
const changesRights = (change: UserChange, row: UserRow): boolean =>
  permissionNames.some((name) => permissionsAfter(change, row)[name] !== permissionsOf(row)[name]) ||
  (change.isVerified !== undefined && change.isVerified !== row.is_verified) ||
  (change.isBroker !== undefined && change.isBroker !== row.is_broker) ||
  (change.status !== undefined && change.status !== row.status)

/** Saves an administrator's changes of a person. Rights apply from the person's next request. */
export async function saveUser(tx: Tx, site: AdminSite, actor: Actor, userId: string, change: UserChange): Promise<void> {
  const fields = personProblems(change)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const losesAdmin = change.permissions?.isAdmin === false || change.status === 'suspended'
  if (losesAdmin && (await findUser(tx, userId))?.is_admin) await requireAnotherAdmin(tx, userId)
  const row = await lockUser(tx, userId)
  if (change.updatedAt !== undefined && change.updatedAt !== row.updated_at.toISOString()) throw new Refusal('changed_meanwhile')
  if (actor.id === userId && changesRights(change, row)) throw new Refusal('own_flags')
  const email = change.email === undefined ? row.email : normalEmail(change.email)
  const isVerified = change.isVerified ?? row.is_verified
  const permissions = permissionsAfter(change, row)
  const isPermitted = permissionNames.some((name) => permissions[name] && !permissionsOf(row)[name])
  if ((isVerified && !row.is_verified) || isPermitted) requireConfirmed(row, site.confirmEmail)
  const isBroker = change.isBroker ?? row.is_broker
  await tx
    .updateTable('users')
    .set({
      first_name: change.firstName ?? row.first_name,
      last_name: change.lastName ?? row.last_name,
      // An invited person becomes active by setting a password, not by an administrator.
      ...(change.status === 'active' && row.status === 'suspended'
        ? { status: row.password_hash ? 'active' : 'invited', suspended_reason: null }
        : {}),
      ...permissionValues(permissions),
      ...(row.is_verified && { is_verified: isVerified }),
      is_broker: isBroker,
      onboarding_complete: change.onboardingComplete ?? row.onboarding_complete,
    })
    .where('id', '=', userId)
    .execute()
  if (isVerified && !row.is_verified) await markVerified(tx, actor, userId)
  if (!isVerified && row.is_verified) await cancelVerifiedMail(tx, userId)
  if (!isBroker && row.is_broker) await tx.deleteFrom('broker_assignments').where('broker_id', '=', userId).execute()
  if (email && email !== row.email) await changeUserAddress(tx, site, { ...row, is_broker: isBroker }, email)
  if (change.status === 'suspended' && row.status !== 'suspended') await suspendUser(tx, { ...row, email }, change.suspendedReason ?? null)
  const named = Object.keys(change).filter((name) => name !== 'updatedAt')
  const after = { firstName: change.firstName ?? row.first_name, lastName: change.lastName ?? row.last_name, email }
  const person = { userId, before: { firstName: row.first_name, lastName: row.last_name, email: row.email }, after }
  await writeAudit(tx, { act: 'user.changed', by: actor, subject: ['user', userId], fields: named, person })
}

/** An administrator changes the address: the old one gets a mail, and the new one has to be confirmed. */
async function changeUserAddress(tx: Tx, { publicUrl, supportEmail }: AdminSite, row: UserRow, email: string): Promise<void> {
  const userId = row.id
  const props = { firstName: row.first_name, by: 'administrator' as const, supportEmail }
  if (row.email) await queueMail(tx, 'email-changed', { userId, email: row.email }, props)
  await changeAddress(tx, userId, email, 'unconfirmed')
  await endUserSessions(tx, userId, 'email')
  if (row.status === 'invited') await sendInvitation(tx, publicUrl, { userId, email, firstName: row.first_name, isBroker: row.is_broker })
  else if (row.status === 'active') await sendConfirmation(tx, publicUrl, { userId, email })
}
