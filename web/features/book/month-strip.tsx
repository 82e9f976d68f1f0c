import { IconCircleCheck, IconClock, IconLock, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/book.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { monthStateWords, shortMonth } from './book-words.ts'
import styles from './month-strip.module.css'

const icons = { open: IconPencil, agrees: IconCircleCheck, closed: IconLock } as const

type MonthStripProps = {
  book: Pick<Book, 'months' | 'may'>
  chosen: string
  addressOf: (month: string) => string
}

/** The months of the book, each with its state. On a phone it scrolls to the chosen one. */
export function MonthStrip({ book: { months, may }, chosen, addressOf }: MonthStripProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[data-month="${chosen}"]`)
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 2 + current.offsetWidth / 2
  }, [chosen])
  return (
    <nav className={styles.root} aria-label="Months of the book">
      <ol className={styles.list} ref={list}>
        {months.map(({ month, state, isReopened }, index) => {
          const words = monthStateWords(state, isReopened)
          const waitsForMe = may.confirm === month
          const StateIcon = waitsForMe ? IconClock : icons[state]
          return (
            <li key={month} data-month={month}>
              <Link
                className={styles.month}
                to={addressOf(month)}
                replace
                preventScrollReset
                data-state={state}
                aria-current={month === chosen ? 'true' : undefined}
                aria-label={`${shortMonth(month)} ${month.slice(0, 4)}: ${waitsForMe ? 'waits for you' : words.toLowerCase()}`}
              >
                <span className={styles.year} data-year={index === 0 || month.endsWith('-01') ? month.slice(0, 4) : ''} />
                <b>{shortMonth(month)}</b>
                <StateIcon {...iconProps(16)} />
                <span>{waitsForMe ? 'For you' : words}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
