import { fillWithPeople } from '#server/testing/many-people.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { expect, expectNoSeriousFindings, type Page, storeSession, test } from '../journey.ts'
import { exportCsv, find } from '../user-lists.ts'

async function searchesSortsPagesAndExports(page: Page, url: string, count: number, adminsEmail: string): Promise<void> {
  const total = (count + 1).toLocaleString('en-US')
  await page.goto(`${url}/admin/user-management`)
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await expectNoSeriousFindings(page)

  await page.getByRole('link', { name: `Page ${Math.ceil((count + 1) / 10)}` }).click()
  await expect(page.getByText(`of ${total}`)).toContainText(`${total}`)
  await expect(page.getByRole('rowheader').last()).toContainText(`person${count}@crowd.example`)

  await page.getByRole('button', { name: 'Created Date' }).click()
  await expect(page).toHaveURL(/sort=createdAt/)
  // The last page has fewer rows.
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await expect(page.getByRole('rowheader').first()).toContainText(`person${count}@crowd.example`)
  await page.getByRole('button', { name: '10 per page' }).click()
  await page.getByRole('menuitemradio', { name: '50 per page' }).click()
  await expect(page.getByText(`1–50 of ${total}`)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible()

  await find(page, 'users', `PERSON${count}@`)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await find(page, 'users', '%_')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()

  await find(page, 'users', '')
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible()
  const { name, rows } = await exportCsv(page)
  expect(name).toBe('Arcstead_users.csv')
  expect(rows).toHaveLength(count + 2)
  expect(rows[1]?.[2]).toBe(`person${count}@crowd.example`)
  expect(rows.at(-1)?.slice(0, 4)).toEqual(['Ada', 'Admin', adminsEmail, 'Admin'])
  expect(new Set(rows.map((row) => row[2])).size).toBe(count + 2)
}

test('search, sorting, pagination and export work with 50 people and with 100,000', async ({ page }) => {
  test.setTimeout(400_000)
  const cluster = await startTestCluster()
  try {
    await fillWithPeople(cluster.databaseUrl, 50)
    const admin = await cluster.seed.admin({ firstName: 'Ada', lastName: 'Admin' })
    const { url } = await cluster.startApi()
    await storeSession(page, admin.token)
    await searchesSortsPagesAndExports(page, url, 50, admin.email)
    await fillWithPeople(cluster.databaseUrl, 100_000, 51)
    await searchesSortsPagesAndExports(page, url, 100_000, admin.email)
  } finally {
    await cluster.close()
  }
})
