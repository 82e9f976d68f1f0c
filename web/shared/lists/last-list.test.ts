import { afterEach, expect, test } from 'vitest'
import { backToFilteredPeople, filteredPeopleLabel } from './filtered-people.ts'
import { backToCircles, backToList, lastList, rememberList } from './last-list.ts'

afterEach(() => sessionStorage.clear())

test('Back to Circles opens the list as it was left, or its first page', () => {
  expect(backToCircles().to).toBe('/')
  rememberList('circles', { address: '/?q=harbor&page=2', y: 840 })
  expect(backToCircles().to).toBe('/?q=harbor&page=2')
  expect(lastList('circles')?.y).toBe(840)
  rememberList('circles', { address: '/find-circles/map-view?bbox=1,2,3,4', y: 0 })
  expect(backToCircles().to).toBe('/find-circles/map-view?bbox=1,2,3,4')
})

test('each list is remembered by itself', () => {
  rememberList('people', { address: '/admin/user-management?verification=awaiting&page=3', y: 120 })
  expect(backToList('people', '/admin/user-management').to).toBe('/admin/user-management?verification=awaiting&page=3')
  expect(backToList('managedCircles', '/admin/circles').to).toBe('/admin/circles')
  expect(backToCircles().to).toBe('/')
})

test('after deciding on a person, a filtered list is returned to; an unfiltered one is not', () => {
  expect(backToFilteredPeople()).toBeNull()
  rememberList('people', { address: '/admin/user-management', y: 120 })
  expect(backToFilteredPeople()).toBeNull()
  rememberList('people', { address: '/admin?awaiting=answered', y: 120 })
  expect(backToFilteredPeople()?.to).toBe('/admin?awaiting=answered')
})

test('the link back to people names the filters', () => {
  expect(filteredPeopleLabel()).toBeNull()
  for (const [address, label] of [
    ['/admin/user-management', null],
    ['/admin/user-management?page=2', null],
    ['/admin/user-management?search=sorensen&verification=verified', 'Users: “sorensen”, Verified'],
    ['/admin/broker-management?search=vera', 'Brokers: “vera”'],
    ['/admin?awaiting=answered', 'Overview: Has answered'],
    ['/admin?awaiting=nonsense', null],
  ] as const) {
    rememberList('people', { address, y: 0 })
    expect(filteredPeopleLabel()).toBe(label)
  }
})

test.each(['//evil.example', '/logout', 'javascript:alert(1)', '/dashboard', '/admin?awaiting=new'])(
  'a saved address outside Find Circles is ignored: %s',
  (address) => {
    rememberList('circles', { address, y: 1 })
    expect(backToCircles().to).toBe('/')
  },
)
