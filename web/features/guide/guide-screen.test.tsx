import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { GuideScreen } from './guide-screen.tsx'

const open = (address: string) =>
  renderUi(
    <RouterProvider
      router={createMemoryRouter([{ path: paths.helpPage(':page?'), element: <GuideScreen /> }], { initialEntries: [address] })}
    />,
  )

const title = () => screen.getByRole('heading', { level: 1 }).textContent

test('Help lists the pages; each has the others beside it and names the next one', async () => {
  open(paths.help)
  expect([title(), document.title]).toEqual(['Help', 'Help · Arcstead'])
  await userEvent.click(screen.getByRole('link', { name: 'Finding and joining a circle' }))
  expect([title(), document.title]).toEqual(['Finding and joining a circle', 'Finding and joining a circle · Arcstead'])
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
  const [first, ...others] = contents.getAllByRole('link').map((link) => link.getAttribute('aria-current'))
  expect([first, ...new Set(others)]).toEqual(['page', null])
  await userEvent.click(within(screen.getByRole('article')).getByRole('link', { name: 'Creating a circle and inviting people' }))
  expect(title()).toBe('Creating a circle and inviting people')
})

test('pictures have a text and their size, and open in full size', () => {
  open(paths.helpPage('brokers'))
  const picture = screen.getByRole('img', { name: /as its broker sees it/ })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1280', '800'])
  expect(picture.closest('a')?.getAttribute('href')).toBe(picture.getAttribute('src'))
})

test('documents that the product does not serve are named without a link', () => {
  open(paths.helpPage('operators'))
  expect(screen.getByRole('article').textContent).toContain('docs/operations.md')
  expect(screen.queryByRole('link', { name: 'docs/operations.md' })).toBeNull()
})

test('a page that does not exist leads to the list', () => {
  open(paths.helpPage('gone'))
  expect(title()).toBe('Page Not Found')
  expect(screen.getByRole('link', { name: 'Go to Help' }).getAttribute('href')).toBe(paths.help)
})
