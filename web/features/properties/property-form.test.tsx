import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PropertyForm } from './property-form.tsx'

const show = (property?: Property, userId = 'me') => {
  serve(() => ({}))
  return showScreen(
    <PropertyForm
      group="app"
      circle={sampleCircle()}
      userId={userId}
      property={property}
      maySetClosing={false}
      doneAt="/circle/c1"
      onSaved={() => {}}
      onReload={() => {}}
    />,
  )
}
const address = () => screen.getByRole('textbox', { name: 'Address' }) as HTMLInputElement

test('what was typed is still there when the form is opened again by the same person, until it is discarded', async () => {
  const { user } = show()
  await user.type(address(), '70 Millrace Yard')
  cleanup()
  show(undefined, 'somebody else')
  expect(address().value).toBe('')
  cleanup()
  show()
  expect(address().value).toBe('70 Millrace Yard')
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(address().value).toBe('')
})

test('the draft of a property that was changed since is not offered', async () => {
  const property = sampleProperty()
  const { user } = show(property)
  await user.type(address(), ' 7')
  cleanup()
  show({ ...property, updatedAt: '2040-01-01T00:00:00.000Z' })
  expect(address().value).toBe(property.address)
})

const range = (max: number) => ({ ...sampleCircle().investmentCriteria, propertyInvestmentRange: { min: 400_000, max } })
const assigned: Circle[] = [
  sampleCircle({ _id: 'c2', title: 'Prospect Row', stage: 'gathering', investmentCriteria: range(600_000) }),
  sampleCircle({ _id: 'c3', title: 'Harbor Point Flats', stage: 'ended' }),
  sampleCircle({ _id: 'c1', title: 'Larkspur Terrace', investmentCriteria: range(900_000) }),
]

/** A broker's empty form, with these circles; `answer` is the server's to the copies. */
function showBroker(circles: readonly Circle[], answer: () => unknown = () => undefined) {
  const asked = serve(({ path }) => (path === 'app/property-copies' ? answer() : {}))
  const saved: number[] = []
  const shown = showScreen(
    <PropertyForm
      group="app"
      circle={assigned[2] as Circle}
      assigned={circles}
      userId="broker"
      maySetClosing
      doneAt="/circle/c1"
      onSaved={(_, copies) => saved.push(copies.length)}
      onReload={() => {}}
    />,
    '/form',
  )
  const fill = async () => {
    for (const [label, text] of [
      ['Address', '18 Finch Road'],
      ['City', 'Denver'],
      ['State / County', 'CO'],
      ['Postal code', '80205'],
      ['Listing link', 'https://homes.example/18'],
      ['Price', '734000'],
    ] as const) {
      await shown.user.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
    }
  }
  return { ...shown, asked, saved, fill }
}

const several = () => screen.getByRole('button', { name: 'Bring to several circles' })

test('the form names its circle, and only brokers of several circles may bring a property to several', () => {
  showBroker([assigned[2] as Circle])
  screen.getByText(/Its members vote on it\.$/)
  screen.getByRole('link', { name: 'Go back, Larkspur Terrace' })
  expect(screen.queryByRole('button', { name: 'Bring to several circles' })).toBeNull()
})

test('a form with errors is not brought anywhere', async () => {
  const { user } = showBroker(assigned)
  await user.click(several())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(address())
})

test('the circle of the form is ticked, a price above the range is warned of, and a circle that takes none says why', async () => {
  localStorage.clear()
  const copies = [sampleProperty({ circle: { _id: 'c1', title: '' } }), sampleProperty({ circle: { _id: 'c2', title: '' } })]
  const { user, fill, asked, saved, at } = showBroker(assigned, () => copies)
  await fill()
  await user.click(several())
  const dialog = await screen.findByRole('dialog', { name: 'Bring to several circles' })
  const boxes = within(dialog).getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map((box) => [box.closest('label')?.textContent, box.checked, box.disabled])).toEqual([
    ['Larkspur TerraceBoulder · $400,000 to $900,000this form', true, false],
    ['Prospect RowBoulder · $400,000 to $600,000above its range', false, false],
    ['Harbor Point FlatsEnded: it takes no more properties', false, true],
  ])
  within(dialog).getByRole('button', { name: 'Bring to 1 circle' })
  await user.click(boxes[1] as HTMLElement)
  await user.click(within(dialog).getByRole('button', { name: 'Bring to 2 circles' }))
  expect(at()).toBe('/circle/c1')
  expect(saved).toEqual([2])
  const [sent] = asked.filter(({ path }) => path === 'app/property-copies')
  expect(sent?.body).toMatchObject({ address: '18 Finch Road', price: 734_000, circles: ['c1', 'c2'] })
})

test('a refusal is said in the dialog, which stays; Submit of the form starts anew', async () => {
  localStorage.clear()
  const message = 'Prospect Row: This circle has ended.'
  const { user, fill, at } = showBroker(assigned, () => {
    throw new ApiError(409, message, [{ field: 'circles.1', message }], 'circle_ended')
  })
  await fill()
  await user.click(several())
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('checkbox', { name: /Prospect Row/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Bring to 2 circles' }))
  await within(dialog).findByText(message)
  expect(at()).toBe('/form')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  screen.getByRole('button', { name: 'Submit' })
})
