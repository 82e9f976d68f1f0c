import './clauses.css'

export type ClauseWords = { readonly title: string; readonly text: string }

/** Rules in plain words, each under its title. */
export function Clauses({ clauses }: { clauses: readonly ClauseWords[] }) {
  return (
    <dl className="clauses">
      {clauses.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
