import { Pagination as MantinePagination } from '@mantine/core'
import { Link } from 'react-router'
import styles from './pagination.module.css'

type PaginationProps = { page: number; last: number; addressOf: (page: number) => string; siblings?: number }

/** Real links, so that a page can be opened in a new tab and copied. */
export function Pagination({ page, last, addressOf, siblings = 1 }: PaginationProps) {
  const goesTo = (wanted: number) => (wanted < 1 || wanted > last ? {} : { component: Link, to: addressOf(wanted) })
  return (
    <nav className={styles.root} data-no-print aria-label="Pages">
      <MantinePagination
        total={last}
        value={page}
        siblings={siblings}
        getItemProps={(wanted) => ({ ...goesTo(wanted), 'aria-label': `Page ${wanted}` })}
        getControlProps={(control) =>
          control === 'previous'
            ? { ...goesTo(page - 1), 'aria-label': 'Previous page' }
            : control === 'next'
              ? { ...goesTo(page + 1), 'aria-label': 'Next page' }
              : {}
        }
      />
    </nav>
  )
}
