import { expect, expectNoSeriousFindings, test } from '../journey.ts'

type Report = { id: string; message?: string; error?: { message: string; stack: string }; data: Record<string, string> }

/** The crash reports that the page sends, in order. The real server answers. */
function listen(page: import('@playwright/test').Page): Report[] {
  const reports: Report[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/log/crash-report')) reports.push(request.postDataJSON())
  })
  return reports
}

test('a visitor sees advice after a crash, and the crash is reported', async ({ page }) => {
  const reports = listen(page)
  await page.goto('/dev/crash')
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  for (const advice of ['Refresh the page', 'Clear the browser cache', 'Contact support'])
    await expect(page.getByRole('listitem').filter({ hasText: advice })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Crash Report' })).toHaveCount(0)
  await expect(page.getByText('This screen was asked to fail.')).toHaveCount(0)
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]).toMatchObject({ id: 'new', error: { message: 'This screen was asked to fail.' }, data: { componentName: 'Crash' } })
  expect(reports[0]?.data.location).toContain('/dev/crash')
  await expectNoSeriousFindings(page)
})

test('a member can describe what happened before a crash', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  const reports = listen(page)
  const firstAnswer = page.waitForResponse('**/api/public/log/crash-report')
  await page.goto('/dev/crash')
  const { id } = (await (await firstAnswer).json()).data
  await expect.poll(() => reports.length).toBe(2)
  expect(reports[1]).toMatchObject({ id, data: { user: expect.any(String) } })
  await expect(page.getByText('This screen was asked to fail.')).toHaveCount(0)

  await page.getByLabel('Please describe what happened').fill('I opened the page.')
  await page.getByRole('button', { name: 'Submit Crash Report' }).click()
  await expect(page.getByText('Thank you. Your report has been sent to our team.')).toBeVisible()
  expect(reports[2]).toMatchObject({ id, message: 'Manual Crash Report', data: { userDescription: 'I opened the page.' } })
  await expectNoSeriousFindings(page)
})

test('an admin sees the error of a crash', async ({ page, signedInAs }) => {
  await signedInAs('admin')
  await page.goto('/dev/crash')
  await expect(page.getByText('This screen was asked to fail.', { exact: true })).toBeVisible()
  await expect(page.locator('pre')).toBeHidden()
  await page.getByText('Stack trace').click()
  await expect(page.locator('pre')).toContainText('Error: This screen was asked to fail.')
  await expect(page.getByRole('button', { name: 'Submit Crash Report' })).toBeVisible()
  await expectNoSeriousFindings(page)
})

test('a report that cannot be sent is only logged, and the text stays', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  await page.route('**/api/public/log/crash-report', (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().includes('The crash report could not be sent.'))
  await page.goto('/dev/crash')
  await logged
  await page.getByLabel('Please describe what happened').fill('I opened the page.')
  await page.getByRole('button', { name: 'Submit Crash Report' }).click()
  await expect(page.getByLabel('Please describe what happened')).toHaveValue('I opened the page.')
  await expect(page.getByText('Thank you.')).toHaveCount(0)
})
