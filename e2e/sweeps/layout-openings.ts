import type { Page } from '../journey.ts'

/** Something opened on a screen: a dialog, a tab, the next step. Only `part` is measured then, or the whole page. */
export type Opening = { readonly name: string; readonly part?: string; readonly open: (page: Page) => Promise<void> }

export const dialog = '[role=dialog]'

export const click = (page: Page, role: 'button' | 'link' | 'tab' | 'radio', name: string | RegExp) =>
  page.getByRole(role, { name }).first().click()

export const pressed = (name: string, button: string | RegExp, part?: string): Opening => ({
  name,
  ...(part && { part }),
  open: (page) => click(page, 'button', button),
})

/** A dialog that is closed again before the next one opens. */
export const asked = (name: string, button: string | RegExp, close: 'Cancel' | 'Close' = 'Cancel'): readonly Opening[] => [
  { name, part: dialog, open: (page) => click(page, 'button', button) },
  {
    name: `after ${name}`,
    open: async (page) => {
      await page.locator(dialog).getByRole('button', { name: close, exact: true }).first().click()
      await page.locator(dialog).waitFor({ state: 'hidden' })
    },
  },
]

export const tab = (name: string): Opening => ({
  name: `tab ${name}`,
  open: async (page) => {
    await click(page, 'tab', name)
    // Its file may load first, and the screen looks settled meanwhile.
    await page.getByRole('tab', { name, selected: true }).first().waitFor()
  },
})

export const next = (name: string): Opening => ({ name, open: (page) => click(page, 'button', /^Next/) })

/** The bar above everything, then the page without it again. */
export const withoutLine: readonly Opening[] = [
  {
    name: 'offline',
    open: async (page) => {
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
    },
  },
  {
    name: 'back',
    open: async (page) => {
      await page.context().setOffline(false)
      await page.getByText('You are offline.').waitFor({ state: 'detached' })
      await page.getByText('You are back.').waitFor({ state: 'detached' })
    },
  },
]

export const userMenu = pressed('user menu', 'Open user menu', '[role=menu]')
