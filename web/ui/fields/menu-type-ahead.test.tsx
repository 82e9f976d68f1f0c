import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useMenuTypeAhead } from './menu-type-ahead.ts'

function Items({ names }: { names: readonly string[] }) {
  return (
    <div role="menu" tabIndex={-1} onKeyDown={useMenuTypeAhead()}>
      {names.map((name) => (
        <button key={name} type="button" data-menu-item>
          {name}
        </button>
      ))}
    </div>
  )
}

function press(key: string, timeStamp: number): void {
  const event = createEvent.keyDown(screen.getByRole('menu'), { key })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(screen.getByRole('menu'), event)
}

test('keys typed within 350 ms form one word, later keys a new word', () => {
  render(<Items names={['Dashboard', 'My Profile', 'Light', 'Dark', 'Logout']} />)
  press('d', 1_000)
  expect(document.activeElement?.textContent).toBe('Dashboard')
  press('a', 1_349)
  press('r', 1_698)
  expect(document.activeElement?.textContent).toBe('Dark')
  press('l', 2_048)
  expect(document.activeElement?.textContent).toBe('Logout')
})

test('repeating a letter moves to the next item that starts with it', () => {
  render(<Items names={['Light', 'Dark', 'Logout']} />)
  press('l', 1_000)
  press('l', 1_400)
  expect(document.activeElement?.textContent).toBe('Logout')
  press('l', 1_800)
  expect(document.activeElement?.textContent).toBe('Light')
})
