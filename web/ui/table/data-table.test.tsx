import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { DataTable, type DataTableProps, type TableRules } from './data-table.tsx'
import { useTableAddress } from './table-address.ts'
import type { TableColumn } from './table-column.ts'

type Row = { readonly id: string; readonly name: string; readonly amount: number }

const rules: TableRules = {
  pageSizes: [10, 20, 30, 50, 100],
  pageSizeLabel: (size) => `${size} per page`,
  isPagerShown: (total, size) => total >= size,
  pageCount: (total, size) => Math.max(1, Math.ceil(total / size)),
  longestSearch: 200,
  matches: (search, texts) => texts.some((text) => text.toLowerCase().includes(search.toLowerCase())),
}

const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', text: (row) => row.name, isSortable: true },
  { id: 'amount', header: 'Amount', text: (row) => `$${row.amount}`, sortBy: (row) => row.amount, isSortable: true, isFigure: true },
]

const people = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `Person ${index + 1}`, amount: 1_000 - index }))

function Screen(props: Partial<DataTableProps<Row>>) {
  const address = useTableAddress({ sort: 'name', sortable: ['name', 'amount'], pageSizes: rules.pageSizes })
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={people(3)}
      rowKey={(row) => row.id}
      address={address}
      rules={rules}
      empty="Nobody here"
      {...props}
    />
  )
}

function show(props: Partial<DataTableProps<Row>>, path = '/') {
  const router = createMemoryRouter([{ path: '/', element: <Screen {...props} /> }], { initialEntries: [path] })
  renderUi(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router, query: () => router.state.location.search }
}

window.scrollTo = () => {}

const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)
const pager = () => screen.queryByRole('navigation', { name: 'Pages' })

describe('a table with all rows', () => {
  test('searches every column, ignoring case', async () => {
    const rows = [
      { id: '1', name: 'Ann (A.*)', amount: 5 },
      { id: '2', name: 'Bob', amount: 70 },
    ]
    const { user, query } = show({ rows })
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'a.*{Enter}')
    await waitFor(() => expect(names()).toEqual(['Ann (A.*)']))
    expect(query()).toBe('?search=a.*')
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), '$7{Enter}')
    await waitFor(() => expect(names()).toEqual(['Bob']))
    await user.type(screen.getByRole('searchbox'), 'x{Enter}')
    expect(await screen.findByText('Nobody here')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Nothing found')
  })

  test('sorts by a column in both directions, and announces the direction', async () => {
    const { user, query } = show({ rows: people(11) })
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
    expect(names().slice(0, 2)).toEqual(['Person 1', 'Person 2'])
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(names()[0]).toBe('Person 11')
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(names()[0]).toBe('Person 1')
    expect(query()).toBe('?sort=-amount')
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')
  })

  test('has ten rows per page, and page links that keep the other URL parameters', async () => {
    const { user, query } = show({ rows: people(25) }, '/?tab=members&sort=-amount')
    expect(names()).toHaveLength(10)
    expect(screen.getByRole('status').textContent).toBe('1–10 of 25')
    const third = within(pager() as HTMLElement).getByRole('link', { name: 'Page 3' })
    expect(third.getAttribute('href')).toBe('/?tab=members&sort=-amount&page=3')
    await user.click(third)
    expect(names()).toEqual(['Person 21', 'Person 22', 'Person 23', 'Person 24', 'Person 25'])
    await user.click(screen.getByRole('button', { name: 'Name' }))
    expect(query()).toBe('?tab=members')
  })

  test('shows the last page when the requested page no longer exists', async () => {
    const { query } = show({ rows: people(12) }, '/?page=9')
    await waitFor(() => expect(query()).toBe('?page=2'))
    expect(names()).toHaveLength(2)
  })

  test('ignores invalid URL parameters', () => {
    show({ rows: people(12) }, '/?page=-3&size=7&sort=password')
    expect(names()).toHaveLength(10)
    expect(names()[0]).toBe('Person 1')
  })
})

describe('the pagination', () => {
  test.each([
    [9, false],
    [10, true],
    [11, true],
  ])('with %i rows is shown: %s', (count, isShown) => {
    show({ rows: people(count) })
    expect(pager() !== null).toBe(isShown)
  })

  test('follows the page size, which can be chosen by typing in the menu', async () => {
    const { user, query } = show({ rows: people(40) })
    await user.click(screen.getByRole('button', { name: '10 per page' }))
    expect((await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)).toEqual([
      '10 per page',
      '20 per page',
      '30 per page',
      '50 per page',
      '100 per page',
    ])
    await user.keyboard('5{Enter}')
    expect(query()).toBe('?size=50')
    expect(pager()).toBeNull()
  })
})

describe('a table paged by the server', () => {
  test('shows rows in the given order, whatever the URL sorts by', () => {
    show({ rows: people(10), total: 100_000 }, '/?page=7&search=nobody&sort=amount')
    expect(names()[0]).toBe('Person 1')
    expect(screen.getByRole('status').textContent).toBe('61–70 of 100,000')
    expect(within(pager() as HTMLElement).getByRole('link', { name: 'Page 10000' })).toBeTruthy()
  })

  test('announces that rows are loading', () => {
    show({ rows: undefined, total: 0 })
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.getByRole('searchbox')).toBeTruthy()
  })
})

test('an export receives all matching rows in order', async () => {
  const onExport = vi.fn()
  const { user } = show({ rows: people(25), onExport }, '/?search=person+2&sort=amount')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(onExport.mock.calls[0]?.[0].map((row: Row) => row.name)).toEqual([
    'Person 25',
    'Person 24',
    'Person 23',
    'Person 22',
    'Person 21',
    'Person 20',
    'Person 2',
  ])
})

test('of a hundred tall rows only those near the viewport are rendered, each with its row index', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(62)
  show({ rows: people(100) }, '/?size=100')
  const drawn = screen.getAllByRole('row').length - 1
  expect(drawn).toBeGreaterThan(12)
  expect(drawn).toBeLessThan(60)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('101')
  expect(screen.getByRole('row', { name: /Person 1 / }).getAttribute('aria-rowindex')).toBe('2')
  vi.restoreAllMocks()
})

test('a pending search does not navigate back after another screen was opened', async () => {
  let arrive = () => {}
  const fetched = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/', element: <Screen /> },
    { path: '/next', loader: () => fetched, element: <h1>The next screen</h1> },
  ])
  renderUi(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox'), 'person')
  void router.navigate('/next')
  await new Promise((resolve) => setTimeout(resolve, 700))
  arrive()
  expect(await screen.findByRole('heading', { name: 'The next screen' })).toBeTruthy()
})
