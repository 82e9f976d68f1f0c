import { Pagination } from '@mantine/core'
import { Link } from 'react-router'
import { pageCount } from '#domain/pages.ts'

type PageLinksProps = { page: number; total: number; pageSize: number; addressOf: (page: number) => string }

/** The pages of a list as real links: they open in a new tab and can be copied like any other. */
export function PageLinks({ page, total, pageSize, addressOf }: PageLinksProps) {
  const last = pageCount(total, pageSize)
  const goesTo = (wanted: number) => (wanted < 1 || wanted > last ? {} : { component: Link, to: addressOf(wanted) })
  return (
    <nav className="page-links" aria-label="Pages">
      <Pagination
        total={last}
        value={page}
        siblings={1}
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
