import { describe, expect, test } from 'vitest'
import { readWish } from './read-wish.ts'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('a wish', () => {
  test.each([
    [`/join-circle/${id}`, { path: `/join-circle/${id}`, act: 'join', circleId: id, invite: null }],
    [`/join-circle/${id}?invite=a_b-c`, { path: `/join-circle/${id}`, act: 'join', circleId: id, invite: 'a_b-c' }],
    [`/circle-public/${id}?invite=x#top`, { path: `/circle-public/${id}`, act: 'invitation', circleId: id, invite: 'x' }],
    ['/create-circle', { path: '/create-circle', act: 'create', circleId: null, invite: null }],
  ])('may lead to %s', (address, wish) => {
    expect(readWish(address)).toEqual(wish)
  })

  test.each([
    null,
    undefined,
    '',
    '/',
    '/?q=pay+at+evil.example',
    '/login',
    '/register',
    '/logout',
    '/Logout',
    '/%6Cogout',
    '/logout/',
    '//evil.example/dashboard',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/dashboard',
    '/profile',
    `/circle-public/${id}`,
    `/circle-public/${id}?invite=`,
    `/circle/${id}`,
    `/circle/${id}?invite=x`,
    `/circle/${id}/record`,
    `/add-property/${id}`,
    '/Dashboard',
    '/admin',
    `/join-circle/${id}/`,
    `/join-circle/${id}/../../logout`,
    '/join-circle/not-an-id',
    `/circle-public/${id}?invite=${'x'.repeat(500)}`,
  ])('never leads to %s', (address) => {
    expect(readWish(address)).toBeNull()
  })
})
