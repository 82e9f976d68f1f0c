import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './data-table.module.css'
import type { TableColumn } from './table-column.ts'

type TableHeadProps<Row> = {
  columns: readonly TableColumn<Row>[]
  sort: string
  onSort: (sort: string) => void
  /** The heading of the actions column; without one it is visually hidden. */
  actionsHead: string | undefined
  hasActions: boolean
}

const directionOf = (sort: string, id: string) => (sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none')
const signs = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }

export function TableHead<Row>({ columns, sort, onSort, actionsHead, hasActions }: TableHeadProps<Row>) {
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {columns.map(({ id, header, isSortable, isFigure }) => {
          const direction = directionOf(sort, id)
          const Sign = signs[direction]
          return (
            <Table.Th key={id} scope="col" role="columnheader" data-figure={isFigure} {...(isSortable && { 'aria-sort': direction })}>
              {isSortable ? (
                <button
                  type="button"
                  className={styles.sort}
                  data-sorted={direction !== 'none'}
                  onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}
                >
                  {header}
                  <Sign {...iconProps(15)} />
                </button>
              ) : (
                header
              )}
            </Table.Th>
          )
        })}
        {hasActions && (
          <Table.Th scope="col" role="columnheader">
            {actionsHead ?? <span className="visually-hidden">Actions</span>}
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  )
}
