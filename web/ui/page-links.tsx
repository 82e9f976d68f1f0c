import { Pagination } from '@mantine/core'
import { Link } from 'react-router'
import styles from './page-links.module.css'

type PageLinksProps = { page: number; last: number; addressOf: (page: number) => string; siblings?: number }

/** The pages of a list as real links: they open in a new tab and can be copied like any other. */
export function PageLinks({ page, last, addressOf, siblings = 1 }: PageLinksProps) {
  const goesTo = (wanted: number) => (wanted < 1 || wanted > last ? {} : { component: Link, to: addressOf(wanted) })
  return (
    <nav className={styles.root} data-no-print aria-label="Pages">
      <Pagination
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
