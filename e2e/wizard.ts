import { expect, type Page } from './journey.ts'

/** One step of the create-circle wizard, with a function that fills it in. */
type WizardStep = { readonly name: string; readonly answer: (page: Page) => Promise<void> }

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })

/** $100,000 in three arcs in Boise, one of them the owner's. */
const wizardSteps = (title: string): readonly WizardStep[] => [
  {
    name: 'BASICS',
    answer: async (page) => {
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Description').fill('Two of us, one testApp.')
    },
  },
  {
    name: 'LOCATION',
    answer: async (page) => {
      await page.getByLabel('City').fill('Boise')
      await page.getByRole('option', { name: /Boise, Idaho/ }).click()
      await expect(page.getByLabel('City')).toHaveValue('Boise, ID')
    },
  },
  { name: 'PROPERTY', answer: (page) => page.getByText('Townhouse', { exact: true }).click() },
  {
    name: 'FINANCIAL',
    answer: async (page) => {
      await page.getByRole('radio', { name: '100k' }).check()
      await page.getByRole('radio', { name: /^1\/3/ }).check()
      await page.getByRole('radio', { name: /\$33,333.*1 arc/ }).check()
      await page.getByRole('combobox', { name: 'Ownership structure' }).click()
      await page.getByRole('option', { name: 'LLC' }).click()
    },
  },
]

/** Fills in every step up to the review. `look` is called on each filled-in step. */
export async function walkToReview(page: Page, title: string, look: (step: string) => Promise<void> = async () => {}): Promise<void> {
  for (const { name, answer } of wizardSteps(title)) {
    await answer(page)
    await look(name)
    await next(page).click()
  }
  await expect(page.getByRole('button', { name: 'Create Circle' })).toBeVisible()
}

export async function createByWizard(page: Page, title: string): Promise<void> {
  await walkToReview(page, title)
  await page.getByRole('button', { name: 'Create Circle' }).click()
  await expect(page).toHaveURL(/\/circle\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}
