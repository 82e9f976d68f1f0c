import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { newId } from '#server/db/ids.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const preference = {
  preferredInvestmentRadius: 25,
  propertyInvestmentRange: { min: 400_000, max: 2_000_000 },
  propertyTypes: ['multi_family', 'land'],
}
const denver = { city: 'Denver', state: 'Colorado', lat: 39.7392, lng: -104.9847 }

const acts = (testApp: TestApp, person: Person) =>
  testApp.db.selectFrom('audit_log').select(['act', 'fields']).where('actor_id', '=', person._id).orderBy('id').execute()

async function storeFile(testApp: TestApp, owner: Person, isStored = true): Promise<string> {
  const key = `me.png-${new Date(Date.now() + Math.floor(Math.random() * 1e9)).toISOString()}`
  const stored = isStored ? { size: 10, stored_at: new Date() } : {}
  await testApp.db
    .insertInto('files')
    .values({ key, owner_id: owner._id, content_type: 'image/png', ...stored })
    .execute()
  return key
}

describe('one’s own profile', () => {
  test('is read by profile, by user and by id, and only by its person', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ firstName: 'Maya' }), await testApp.seed.investor()]
    for (const path of ['app/profile', 'app/user', `app/user/${maya._id}`, 'public/profile', 'public/user', `public/user/${maya._id}`]) {
      const answer = await testApp.call(maya, 'GET', path)
      expect([path, answer.status, answer.data<User>()._id]).toEqual([path, 200, maya._id])
      expect(answer.text).not.toMatch(/password|hash/i)
    }
    for (const id of [other._id, newId(), 'nobody', '%00']) {
      expect((await testApp.call(maya, 'GET', `app/user/${id}`)).status).toBe(403)
      expect((await testApp.call(maya, 'POST', `app/user/${id}`, { firstName: 'Mallory' })).status).toBe(403)
    }
    const admin = await testApp.seed.admin()
    expect((await testApp.call(admin, 'GET', `app/user/${maya._id}`)).data<User>().firstName).toBe('Maya')
    expect((await testApp.call(admin, 'GET', `app/user/${newId()}`)).status).toBe(404)
    expect((await testApp.call(admin, 'POST', `app/user/${maya._id}`, { firstName: 'Mallory' })).status).toBe(403)
  })

  test('answers a visitor with Missing tokens, on the public routes too', async ({ testApp }) => {
    for (const [method, path] of [
      ['GET', 'public/profile'],
      ['POST', 'public/profile'],
      ['GET', 'public/user'],
      ['GET', `public/user/${newId()}`],
      ['POST', `public/user/${newId()}`],
      ['POST', 'public/user-verification'],
      ['POST', 'app/user-verification'],
      ['GET', 'app/export'],
      ['DELETE', `app/user/${newId()}`],
    ] as const) {
      const answer = await testApp.call(null, method, path, method === 'POST' ? {} : undefined)
      expect([path, answer.status, answer.body.error]).toEqual([path, 401, 'Missing tokens'])
    }
  })

  test('changes only the fields that are sent', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ firstName: 'Maya', lastName: 'Stone' })
    const first = await testApp.call(maya, 'POST', 'app/profile', { location: denver, investmentPreference: preference })
    expect(first.data<User>()).toMatchObject({ firstName: 'Maya', location: denver, investmentPreference: preference })
    const second = await testApp.call(maya, 'PUT', 'public/profile', { lastName: '  Stone-Hill ' })
    expect(second.data<User>()).toMatchObject({ lastName: 'Stone-Hill', location: denver, investmentPreference: preference })
    const third = await testApp.call(maya, 'POST', `app/user/${maya._id}`, { location: null })
    expect(third.data<User>()).toMatchObject({ lastName: 'Stone-Hill', location: null, investmentPreference: preference })
    expect((await acts(testApp, maya)).filter(({ act }) => act === 'user.saved').map(({ fields }) => fields)).toContainEqual(['last_name'])
  })

  test('answers with the form’s messages for a name with symbols and for preferences out of range', async ({ testApp }) => {
    const maya = await testApp.seed.investor()
    const names = await testApp.call(maya, 'POST', 'app/profile', { firstName: 'M4ya', lastName: '' })
    expect([names.status, names.body.error, names.body.fields]).toEqual([
      400,
      'Please check for errors',
      [
        { field: 'firstName', message: 'First name should not contain symbols or numbers' },
        { field: 'lastName', message: 'Please provide your last name' },
      ],
    ])
    for (const wrong of [
      { preferredInvestmentRadius: 101 },
      { preferredInvestmentRadius: 7 },
      { propertyInvestmentRange: { min: 9_999, max: 20_000 } },
      { propertyInvestmentRange: { min: 30_000, max: 20_000 } },
      { propertyTypes: ['castle'] },
    ]) {
      const answer = await testApp.call(maya, 'POST', 'app/profile', { investmentPreference: { ...preference, ...wrong } })
      expect([wrong, answer.status, answer.body.fields?.[0]?.field.startsWith('investmentPreference')]).toEqual([wrong, 400, true])
    }
  })

  test('is not overwritten by a save of an older version', async ({ testApp }) => {
    const maya = await testApp.seed.investor()
    const { updatedAt } = (await testApp.call(maya, 'GET', 'app/profile')).data<User>()
    expect((await testApp.call(maya, 'POST', 'app/profile', { firstName: 'Mia', updatedAt })).status).toBe(200)
    for (const stale of [updatedAt, 'yesterday']) {
      const answer = await testApp.call(maya, 'POST', 'app/profile', { firstName: 'May', updatedAt: stale })
      expect([answer.status, answer.body.error]).toEqual([409, 'This was changed by someone else meanwhile. Please reload and try again.'])
    }
    expect((await testApp.call(maya, 'GET', 'app/profile')).data<User>().firstName).toBe('Mia')
  })

  test('accepts a picture only from one’s own finished uploads', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const own = await storeFile(testApp, maya)
    expect((await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: own })).data<User>().profileImageKey).toBe(own)
    expect((await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: own, firstName: 'Mia' })).status).toBe(200)
    for (const key of [await storeFile(testApp, other), await storeFile(testApp, maya, false), 'nothing.png-2024-01-01T00:00:00.000Z']) {
      expect((await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: key })).status).toBe(400)
    }
    expect((await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: null })).data<User>().profileImageKey).toBeNull()
    await sweepFiles(testApp.db, testApp.services.files)
    expect(await testApp.db.selectFrom('files').select('key').where('key', '=', own).execute()).toEqual([])
  })

  test('repeats its answer with the same Idempotency-Key', async ({ testApp }) => {
    const maya = await testApp.seed.investor()
    const save = (firstName: string) => testApp.call(maya, 'POST', 'app/profile', { firstName }, { 'idempotency-key': 'one' })
    const [first, again] = [await save('Mia'), await save('Mia')]
    expect(again.data<User>()).toEqual(first.data<User>())
    expect((await save('May')).status).toBe(422)
  })
})

describe('onboarding', () => {
  const verificationMails = async (testApp: TestApp, person: Person) => {
    const rows = await testApp.db.selectFrom('mails').select(['user_id', 'props']).where('template', '=', 'verification-request').execute()
    return rows.filter(({ props }) => (props as { email: string }).email === person.email).map(({ user_id }) => user_id)
  }

  test('is complete when saved with the request for verification, and every admin is mailed once', async () => {
    const testApp = await startTestApp()
    const admins = [await testApp.seed.admin(), await testApp.seed.admin()]
    await testApp.seed.admin({ status: 'suspended' })
    const maya = await testApp.seed.person({ firstName: 'Maya', lastName: 'Stone' })
    const form = { verificationRequested: true, location: denver, investmentPreference: preference }
    const saved = await testApp.call(maya, 'POST', `app/user/${maya._id}`, form)
    expect(saved.data<User>()).toMatchObject({ onboardingComplete: true, verificationRequested: true, isVerified: false, location: denver })
    // The page sends a second request itself, and users may submit twice.
    const answers = await Promise.all([
      testApp.call(maya, 'POST', 'app/user-verification', { user: maya._id }),
      testApp.call(maya, 'POST', 'public/user-verification', {}),
      testApp.call(maya, 'POST', `app/user/${maya._id}`, form),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect((await verificationMails(testApp, maya)).sort()).toEqual(admins.map((admin) => admin._id).sort())
    await testApp.close()
  })

  test('two parallel first requests send one mail', async () => {
    const testApp = await startTestApp()
    const admin = await testApp.seed.admin()
    const maya = await testApp.seed.person()
    await Promise.all(Array.from({ length: 6 }, () => testApp.call(maya, 'POST', 'app/user-verification', {})))
    expect(await verificationMails(testApp, maya)).toEqual([admin._id])
    expect((await testApp.call(maya, 'GET', 'app/profile')).data<User>().onboardingComplete).toBe(false)
    await testApp.close()
  })

  test('cannot be requested for another person', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.person(), await testApp.seed.person()]
    for (const user of [other._id, { _id: other._id }, 'nobody', 7]) {
      expect((await testApp.call(maya, 'POST', 'app/user-verification', { user })).status).toBe(403)
      expect((await testApp.call(maya, 'POST', `app/user/${maya._id}`, { user, firstName: 'Mallory' })).status).toBe(403)
    }
    expect((await testApp.call(other, 'GET', 'app/profile')).data<User>().verificationRequested).toBe(false)
  })
})

describe('fields that grant rights', () => {
  const grants: readonly unknown[] = [
    { permissions: { isAdmin: true } },
    { permissions: true },
    { permissions: ['isAdmin'] },
    { permissions: { isAdmin: 'true', admin: 1 } },
    { 'permissions.isAdmin': true },
    { 'permissions[isAdmin]': true },
    { permissions: '{"isAdmin":true}' },
    { isAdmin: true },
    { is_admin: true },
    { IsAdmin: true },
    { ISADMIN: true },
    { admin: true },
    { role: 'Admin' },
    { role: 'admin' },
    { roles: ['admin'] },
    { isVerified: true },
    { isVerified: 'true' },
    { isVerified: 1 },
    { is_verified: true },
    { verified: true },
    { verifiedAt: '2024-01-01T00:00:00.000Z' },
    { verified_by: newId() },
    { isBroker: true },
    { is_broker: true },
    { status: 'active' },
    { status: 'suspended' },
    { onboardingComplete: true },
    { onboarding_complete: true },
    { email: 'mallory@example.com' },
    { password: 'Larkspur-Terrace-75' },
    { password_hash: 'x' },
    { passwordHash: 'x' },
    { createdAt: '2000-01-01T00:00:00.000Z' },
    { createdBy: newId() },
    { _id: newId() },
    { id: newId() },
    { $set: { isAdmin: true } },
    { user_id: newId() },
    { investmentPreference: { ...preference, isAdmin: true, permissions: { isAdmin: true } } },
    { location: { ...denver, isVerified: true, permissions: { isAdmin: true } } },
    { constructor: { prototype: { isAdmin: true } } },
    [{ isAdmin: true }],
    'isAdmin=true',
  ]
  // Texts that JSON.stringify would not produce.
  const texts = [
    '{"__proto__":{"isAdmin":true},"firstName":"Maya"}',
    '{"firstName":"Maya","isVerified":false,"isVerified":true}',
    '{"permissions":{"isAdmin":false},"permissions":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ]

  test('can’t be written by saving one’s own profile, however they are spelt', async ({ testApp }) => {
    const maya = await testApp.seed.person({ firstName: 'Maya' })
    const power = async () => {
      const { email, status, isBroker, isVerified, onboardingComplete, permissions, createdAt, _id } = (
        await testApp.call(maya, 'GET', 'app/profile')
      ).data<User>()
      return { email, status, isBroker, isVerified, onboardingComplete, permissions, createdAt, _id }
    }
    const before = await power()
    for (const path of ['app/profile', `app/user/${maya._id}`, 'app/user-verification', 'public/profile']) {
      for (const body of [...grants.map((grant) => JSON.stringify(grant)), ...texts]) {
        const answer = await testApp.call(maya, 'POST', path, body, { 'content-type': 'application/json' })
        expect([path, body, answer.status < 500]).toEqual([path, body, true])
      }
      expect([path, await power()]).toEqual([path, before])
    }
    const [dropped] = (await acts(testApp, maya)).filter(({ act }) => act === 'fields.dropped')
    expect(dropped?.fields).toEqual(['permissions'])
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })
})
