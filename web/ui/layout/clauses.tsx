import styles from './clauses.module.css'

type ClauseWords = { readonly title: string; readonly text: string }

export function Clauses({ clauses }: { clauses: readonly ClauseWords[] }) {
  return (
    <dl className={styles.root}>
      {clauses.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
