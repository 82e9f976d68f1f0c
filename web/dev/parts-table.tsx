import { IconPencil, IconTrash } from '@tabler/icons-react'
import { formatDollars } from '#domain/money.ts'
import { isPagerShown, longestTableSearch, matchesSearch, pageCount, pageSizeLabel, tablePageSizes } from '#domain/pages.ts'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableAddress } from '#web/ui/table/table-address.ts'
import type { TableColumn } from '#web/ui/table/table-column.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { Section } from './parts-section.tsx'

type Row = { readonly key: string; readonly title: string; readonly city: string; readonly raised: number }

const cities = ['Golden', 'Denver', 'Aurora', 'Lakewood', 'Arvada']
const rows: Row[] = Array.from({ length: 64 }, (_, index) => ({
  key: String(index),
  title: `Larkspur Terrace ${index + 1}`,
  city: cities[index % cities.length] ?? '',
  raised: (index * 37_500) % 900_000,
}))

const columns: TableColumn<Row>[] = [
  {
    id: 'title',
    header: 'Title',
    text: (row) => `${row.title} ${row.city}`,
    cell: (row) => (
      <>
        {row.title}
        <span className={dataTableStyles.second}>{row.city}</span>
      </>
    ),
    isSortable: true,
  },
  { id: 'city', header: 'City', text: (row) => row.city },
  {
    id: 'raised',
    header: 'Raised',
    text: (row) => formatDollars(row.raised),
    sortBy: (row) => row.raised,
    isSortable: true,
    isFigure: true,
  },
]

const rules = {
  pageSizes: tablePageSizes,
  pageSizeLabel,
  isPagerShown,
  pageCount,
  longestSearch: longestTableSearch,
  matches: matchesSearch,
}

export function DevTable() {
  const address = useTableAddress({ sort: 'title', sortable: ['title', 'raised'], pageSizes: tablePageSizes })
  return (
    <Section title="Table">
      <DataTable
        label="Circles"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        address={address}
        rules={rules}
        empty={<EmptyState title="No circles found" />}
        onExport={(found) => console.log(found.length)}
        actions={(row) => (
          <>
            <IconAction label={`Edit ${row.title}`} icon={<IconPencil {...iconProps(20)} />} onClick={() => {}} />
            <IconAction label={`Delete ${row.title}`} icon={<IconTrash {...iconProps(20)} />} onClick={() => {}} />
          </>
        )}
      />
    </Section>
  )
}
