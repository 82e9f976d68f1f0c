import { expect, expectNoSeriousFindings, test } from '../journey.ts'

const phone = { width: 390, height: 844 }

test.describe('the application layout', () => {
  test('shows the name on wide screens and only the initial below 780 px', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.setViewportSize({ width: 780, height: 800 })
    await page.goto('/dashboard')
    await expect(page.getByText('Welcome Maya Sorensen')).toBeVisible()
    await page.setViewportSize({ width: 779, height: 800 })
    await expect(page.getByText('Welcome Maya Sorensen')).toBeHidden()
    await page.getByRole('link', { name: 'Maya Sorensen, My Profile' }).click()
    await expect(page).toHaveURL('/profile')
  })

  test('shows the admin group only to admins', async ({ page, signedInAs }) => {
    await signedInAs('admin')
    await page.goto('/dashboard')
    const group = page.getByRole('navigation', { name: 'Admin' })
    await expect(group.getByRole('link')).toHaveText(['User Management', 'Circle Management'])
  })

  test('locks every link but Find Circles until the person is verified', async ({ page, signedInAs }) => {
    await signedInAs('pending')
    await page.goto('/')
    const locked = page.getByRole('link', { name: 'you are not verified yet' })
    await expect(locked).toHaveText([/^Dashboard/, /^Create Circle/, /^My Profile/])
    await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
    await locked.first().click()
    await expect(page).toHaveURL('/user-verification')
  })

  test('has four tabs at the bottom on a phone', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.setViewportSize(phone)
    await page.goto('/dashboard')
    const tabs = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link')
    await expect(tabs).toHaveText(['Dashboard', 'Find Circles', 'Create Circle', 'My Profile'])
    await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden()
    await expectNoSeriousFindings(page)
  })

  test('remembers that its sidebar was collapsed, and collapses it on a tablet', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    const sidebar = page.getByRole('complementary')
    await expect(sidebar).toHaveCSS('width', '72px')
    await page.reload()
    await expect(sidebar).toHaveCSS('width', '72px')
    await sidebar.getByRole('link', { name: 'Logout' }).hover()
    await expect(page.getByRole('tooltip', { name: 'Logout' })).toBeVisible()
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect(sidebar).toHaveCSS('width', '236px')
    await page.setViewportSize({ width: 820, height: 1_180 })
    await expect(sidebar).toHaveCSS('width', '72px')
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(sidebar).toHaveCSS('width', '236px')
  })

  test('keeps the focus clear of its bars at 200 % zoom', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    // A window of 1280 × 800 px at this zoom.
    await page.setViewportSize({ width: 640, height: 400 })
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
    const hidden: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < 30; stop += 1) {
        await page.keyboard.press(key)
        const found = await page.evaluate(() => {
          const focused = document.activeElement
          if (!focused?.closest('main')) return []
          const { left, top, width, height } = focused.getBoundingClientRect()
          const bar = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('header, nav')
          return bar && !bar.contains(focused) ? [focused.outerHTML.slice(0, 120)] : []
        })
        hidden.push(...found)
      }
    }
    expect(hidden).toEqual([])
  })

  test('shows the whole user menu at 200 % zoom', async ({ page, signedInAs }) => {
    await signedInAs('admin')
    await page.setViewportSize({ width: 640, height: 400 })
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Open user menu' }).click()
    const logout = page.getByRole('menuitem', { name: 'Logout' })
    await logout.hover()
    await expect(logout).toBeInViewport({ ratio: 1 })
  })

  test('says that the person is offline when a screen cannot be loaded, and tries again by itself', async ({
    page,
    context,
    signedInAs,
  }) => {
    await signedInAs('investor')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Needs you|^Nothing needs you/ })).toBeVisible()
    await context.setOffline(true)
    const told = page.getByRole('heading', { level: 1, name: 'You are offline' })
    // A screen of this layout, then one whose layout is not loaded yet either.
    await page.getByRole('link', { name: 'Create Circle', exact: true }).first().click()
    await expect(told).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
    await page.getByRole('link', { name: 'My Profile', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Account' })).toBeHidden()
    await expect(told).toBeVisible()
    await expectNoSeriousFindings(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(told).toBeVisible()
    // It is tried again by itself.
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'User Profile' })).toBeVisible()
  })

  test('opens every screen scrolled to the top, with the focus on its heading', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto('/terms-of-service')
    await page.evaluate(() => window.scrollTo(0, 2_000))
    await page.getByRole('link', { name: 'Find Circles' }).last().click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
})

test('the footer shows the current year', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(`Arcstead © ${new Date().getFullYear()}`)
})

test.describe('the public header', () => {
  test('offers Login and Register to visitors, on phones too, and in the slide-in menu', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/terms-of-service')
    const header = page.getByRole('banner')
    for (const name of ['Login', 'Register']) await expect(header.getByRole('link', { name })).toBeInViewport()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByRole('link', { name: 'Register' })).toBeVisible()
    await expectNoSeriousFindings(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(menu).toBeHidden()
  })

  test('shows the signed-in person with a menu', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.goto('/terms-of-service')
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('the admin area has its own links, and a slide-in menu on phones', async ({ page, signedInAs }) => {
  await signedInAs('admin')
  await page.goto('/admin/circle-management')
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(links).toHaveText(['Users', 'Circles', 'Brokers'])
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(['Home', 'Logout'])
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Brokers' }).click()
  await expect(page).toHaveURL('/admin/broker-management')
})

test('a broker has one link and a badge', async ({ page, signedInAs }) => {
  await signedInAs('broker')
  await page.goto('/broker/circles')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Your Circles'])
  await expect(page.getByRole('banner').getByText('Broker', { exact: true })).toBeVisible()
  await expectNoSeriousFindings(page)
})

test.describe('the colour scheme', () => {
  test('follows the system until the person chooses one, which is then remembered', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/dashboard')
    const scheme = page.locator('html')
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.reload()
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  test('menu can be used by typing', async ({ page, signedInAs }) => {
    await signedInAs('investor')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Open user menu' }).press('Enter')
    // The menu takes the focus shortly after it opens; keys pressed earlier would go to the button.
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await page.keyboard.press('l')
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused()
  })
})

test.describe('the terms', () => {
  test('have twelve sections, and contents that follow the scroll position', async ({ page }) => {
    await page.goto('/terms-of-service')
    await expect(page.getByText('Last updated June 7, 2025')).toBeVisible()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(12)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.locator('[aria-current]')).toHaveText('The Platform')
    await page.getByRole('heading', { name: 'User Conduct' }).evaluate((heading) => heading.scrollIntoView())
    await expect(contents.locator('[aria-current]')).toHaveText('User Conduct')
    await contents.getByRole('link', { name: 'Contact Us' }).click()
    await expect(contents.locator('[aria-current]')).toHaveText('Contact Us')
    await expect(page.getByRole('link', { name: 'support@arcstead.example' })).toBeVisible()
    await expectNoSeriousFindings(page)
  })
})
