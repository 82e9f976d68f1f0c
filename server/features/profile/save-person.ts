import type { z } from 'zod'
import type { saveUserRequest, User } from '#contract/accounts.ts'
import { type FieldProblem, Refusal } from '#contract/errors.ts'
import { isZone, unknownZone } from '#domain/dates.ts'
import { nameProblem } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireFreeName } from '#server/shared/documents/require-free-name.ts'
import { requireAttachable } from '#server/shared/files/attachable-file.ts'
import { preferredColumns, toUser, type UserRow } from '#server/shared/people/users.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { requestVerification } from './request-verification.ts'

type Form = z.infer<typeof saveUserRequest>
type SaveServices = { readonly publicUrl: string; readonly files: FileStore }

function problemsOf({ firstName, lastName, timeZone }: Form): FieldProblem[] {
  const problems = [
    { field: 'firstName', message: firstName === undefined ? undefined : nameProblem(firstName, 'First name') },
    { field: 'lastName', message: lastName === undefined ? undefined : nameProblem(lastName, 'Last name') },
    { field: 'timeZone', message: timeZone && !isZone(timeZone) ? unknownZone : undefined },
  ]
  return problems.flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]))
}

/** The columns that the form changes; missing fields stay as they are. */
function changesOf(form: Form): Partial<UserRow> {
  const { firstName, lastName, location, investmentPreference, profileImageKey, hideEmailFromMembers, about, showsAbout, timeZone } = form
  const city = location?.city.trim() ?? ''
  const place = city === '' ? null : location
  return {
    ...(firstName !== undefined && { first_name: firstName.trim() }),
    ...(lastName !== undefined && { last_name: lastName.trim() }),
    ...(location !== undefined && {
      location_city: place ? city : null,
      location_state: place?.state?.trim() || null,
      location_lat: place?.lat ?? null,
      location_lng: place?.lng ?? null,
    }),
    ...(investmentPreference && {
      preferred_investment_radius: investmentPreference.preferredInvestmentRadius,
      property_investment_min: investmentPreference.propertyInvestmentRange.min,
      property_investment_max: investmentPreference.propertyInvestmentRange.max,
      ...preferredColumns(investmentPreference),
    }),
    ...(hideEmailFromMembers !== undefined && { hide_email_from_members: hideEmailFromMembers }),
    ...(about !== undefined && { about: about.trim() }),
    ...(showsAbout !== undefined && { shows_about: showsAbout }),
    ...(timeZone !== undefined && { time_zone: timeZone || null }),
    ...(profileImageKey !== undefined && { profile_image_key: profileImageKey || null }),
  }
}

/** Saves changes of one's own profile. With `verificationRequested` it also completes onboarding. */
export async function savePerson(tx: Tx, { publicUrl, files }: SaveServices, actor: Actor, form: Form): Promise<User> {
  const fields = problemsOf(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const before = await lockOwnRow(tx, actor)
  if (form.updatedAt !== undefined && Date.parse(form.updatedAt) !== before.updated_at.getTime()) throw new Refusal('changed_meanwhile')
  if (form.profileImageKey) await requireAttachable(tx, files, actor, form.profileImageKey, ['image'], before.profile_image_key)

  const isOnboarded = form.verificationRequested === true
  const changed = differences(before, { ...changesOf(form), ...(isOnboarded && { onboarding_complete: true }) })
  if (changed.after.first_name !== undefined || changed.after.last_name !== undefined) await requireFreeName(tx, actor.id)
  if (Object.keys(changed.after).length > 0) {
    await tx.updateTable('users').set(changed.after).where('id', '=', actor.id).execute()
    if (changed.before.profile_image_key) await releasePicture(tx, actor, changed.before.profile_image_key)
    const person = { userId: actor.id, ...changed }
    await writeAudit(tx, { act: 'user.saved', by: actor, subject: ['user', actor.id], fields: Object.keys(changed.after), person })
  }
  if (isOnboarded) await requestVerification(tx, publicUrl, actor)
  return toUser(await lockOwnRow(tx, actor))
}

/** A replaced picture has no owner; unless a property shows it, the sweep deletes it. */
async function releasePicture(tx: Tx, actor: Actor, key: string): Promise<void> {
  await tx.updateTable('files').set({ owner_id: null }).where('key', '=', key).where('owner_id', '=', actor.id).execute()
}

const lockOwnRow = (tx: Tx, actor: Actor) =>
  tx.selectFrom('users').selectAll().where('id', '=', actor.id).forNoKeyUpdate().executeTakeFirstOrThrow()

function differences(row: UserRow, values: Partial<UserRow>): { before: Partial<UserRow>; after: Partial<UserRow> } {
  const names = (Object.keys(values) as (keyof UserRow)[]).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(row[name]))
  const pick = (from: Partial<UserRow>): Partial<UserRow> => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(row), after: pick(values) }
}
