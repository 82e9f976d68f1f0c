import { act, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { useNavigateFromHere } from './use-navigate-from-here.ts'

let answer: (to: string) => Promise<void> = async () => {}

function Form() {
  answer = useNavigateFromHere()
  return <p>Form</p>
}

function show() {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <Form /> },
      { path: '/done', element: <p>Done</p> },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/form'] },
  )
  renderUi(<RouterProvider router={router} />)
  return { router, go: (to: string) => act(() => answer(to)) }
}

test('an answer opens the next page', async () => {
  const { go } = show()
  await go('/done')
  expect(screen.getByText('Done')).toBeDefined()
})

test('an answer that comes after the person has left leads nowhere', async () => {
  const { router, go } = show()
  await act(() => router.navigate('/elsewhere'))
  await go('/done')
  expect(screen.getByText('Elsewhere')).toBeDefined()
})
