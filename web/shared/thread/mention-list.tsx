import { useEffect, useRef } from 'react'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import styles from './composer.module.css'
import type { Reader } from './thread.queries.ts'

export const optionId = (listId: string, person: Reader): string => `${listId}-${person._id}`

type MentionListProps = {
  id: string
  people: readonly Reader[]
  active: Reader | undefined
  /** What was written after the "@". */
  written: string
  onPick: (person: Reader) => void
}

/** People whose names begin with what is written after an "@". The field keeps the focus. */
export function MentionList({ id, people, active, written, onPick }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)
  // On phones the keyboard would cover it.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (active) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  if (people.length === 0) {
    return (
      <div className={styles.nobody} role="status" ref={list}>
        Nobody here is called “{written}”. The words stay as you write them.
      </div>
    )
  }
  return (
    // The field has the focus and says which option is active.
    <div className={styles.list} id={id} role="listbox" aria-label="People" tabIndex={-1} ref={list}>
      {people.map((person) => (
        <div
          key={person._id}
          id={optionId(id, person)}
          role="option"
          tabIndex={-1}
          aria-selected={person === active}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault()
            onPick(person)
          }}
        >
          <Avatar initial={person.initial} arc={person.arc} size={30} />
          <bdi>{person.name}</bdi>
          {person.role && <small>{person.role}</small>}
        </div>
      ))}
    </div>
  )
}
