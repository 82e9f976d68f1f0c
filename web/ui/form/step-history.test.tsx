import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { useStepHistory } from './step-history.ts'

/** Like the wizard's draft, it saves the last step reached. */
function Steps() {
  const [reached, reach] = useState(1)
  const [step, move, leave] = useStepHistory(reached)
  const goTo = (next: number) => {
    reach(next)
    move(next)
  }
  return (
    <>
      <output>{step}</output>
      {[1, 2, 3].map((next) => (
        <button key={next} type="button" onClick={() => goTo(next)}>
          to {next}
        </button>
      ))}
      <button type="button" onClick={() => leave('/done')}>
        finish
      </button>
    </>
  )
}

function open() {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <Steps /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/before', '/form?x=1'], initialIndex: 1 },
  )
  renderUi(<RouterProvider router={router} />)
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { router, press, back: () => act(() => router.navigate(-1)), shown: () => screen.getByRole('status').textContent }
}

describe('steps in the history', () => {
  test('the browser’s Back goes one step back, and leaves the form only from the first step', async () => {
    const { router, press, back, shown } = open()
    await press('to 2')
    await press('to 3')
    await back()
    expect(shown()).toBe('2')
    expect(router.state.location.search).toBe('?x=1')
    await back()
    expect(shown()).toBe('1')
    await back()
    expect(router.state.location.pathname).toBe('/before')
  })

  test('the form’s own Back adds no second entry', async () => {
    const { router, press, back, shown } = open()
    await press('to 2')
    await press('to 1')
    expect(shown()).toBe('1')
    await back()
    expect(router.state.location.pathname).toBe('/before')
  })

  test.each([
    ['from the first step', []],
    ['after several steps', ['to 2', 'to 3']],
    ['after a jump back', ['to 2', 'to 3', 'to 1', 'to 3']],
  ])('when it is left for good %s, the browser’s Back does not return to it', async (_when, presses) => {
    const { router, press, back } = open()
    for (const name of presses) await press(name)
    await press('finish')
    expect(router.state.location.pathname).toBe('/done')
    await back()
    expect(router.state.location.pathname).toBe('/before')
  })

  test('after a jump back, the browser’s Back returns to where the jump started', async () => {
    const { press, back, shown } = open()
    await press('to 2')
    await press('to 3')
    await press('to 1')
    expect(shown()).toBe('1')
    await back()
    expect(shown()).toBe('3')
  })
})
