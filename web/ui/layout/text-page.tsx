import type { ReactNode } from 'react'
import styles from './text-page.module.css'

type TextPageProps = {
  title: string
  note?: ReactNode
  /** List items, each with a link. */
  contents?: ReactNode
  children: ReactNode
}

/** A long text. Its numbered contents are beside it, on small screens between title and text. */
export function TextPage({ title, note, contents, children }: TextPageProps) {
  return (
    <div className={styles.root} data-has-contents={Boolean(contents)}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {note && <p>{note}</p>}
      </div>
      {contents && (
        <nav className={styles.contents} aria-label="Contents" data-no-print>
          <h2>Contents</h2>
          <ol>{contents}</ol>
        </nav>
      )}
      <article className={styles.text}>{children}</article>
    </div>
  )
}
