import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Mentioned, nameQueryAt, peopleCalled, readableText, textParts, withMention, withReadableText } from '#domain/mentions.ts'
import { longestPost } from '#domain/thread.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import styles from './composer.module.css'
import { MentionList, optionId } from './mention-list.tsx'
import type { Reader } from './thread.queries.ts'

type ComposerProps = {
  label: string
  button: string
  /** Who can be mentioned. */
  readers: readonly Reader[]
  /** Whom the text mentions already; they may have left. */
  mentioned?: readonly Mentioned[]
  initial?: string
  /** Where an unsent text is kept; a new text from there is put into the field. */
  draft?: { readonly text: string; readonly save: (text: string) => void }
  /** Before the count. */
  hint?: ReactNode
  /** One line until there is more to show, for cards. */
  isCompact?: boolean
  id?: string
  onSubmit: (text: string) => Promise<unknown>
  onCancel?: () => void
}

/** For a new or edited post, with mentions as `@{id}` in what is sent. The text stays in the field if sending fails. */
export function Composer(props: ComposerProps) {
  const { label, button, readers, mentioned = [], initial = '', draft, hint, isCompact = false, id, onSubmit, onCancel } = props
  const [own, setOwn] = useState(initial)
  const [text, setText] = draft ? [draft.text, draft.save] : [own, setOwn]
  const [state, setState] = useState<{ isSending: boolean; error?: string }>({ isSending: false })
  const ids = useId()
  const people = [...readers, ...mentioned.filter(({ _id }) => !readers.some((reader) => reader._id === _id))]
  const isEmpty = text.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || state.isSending) return
    setState({ isSending: true })
    try {
      await onSubmit(text.trim())
      setText('')
      setState({ isSending: false })
    } catch (error) {
      setState({ isSending: false, error: error instanceof Error ? error.message : 'Something went wrong' })
    }
  }
  const hasCount = !isCompact || text.length > 0
  return (
    <form className={styles.root} data-compact={isCompact} onSubmit={submit}>
      <MentionField
        text={text}
        onText={setText}
        people={people}
        readers={readers}
        label={label}
        id={id ?? `${ids}field`}
        describedBy={`${ids}count`}
        isInvalid={state.error !== undefined}
      >
        <div className={styles.foot}>
          <p className="num" id={`${ids}count`}>
            {hint}
            {hasCount && (
              <>
                <span aria-hidden="true">
                  {hint && ' · '}
                  {text.length}/{longestPost.toLocaleString('en-US')}
                </span>
                <span className="visually-hidden">
                  {text.length} of {longestPost} characters used
                </span>
              </>
            )}
          </p>
          <div className={styles.buttons}>
            {onCancel && (
              <ActionButton variant="subtle" onClick={onCancel}>
                Cancel
              </ActionButton>
            )}
            <ActionButton
              type="submit"
              variant={onCancel ? 'light' : 'filled'}
              disabled={isEmpty || text.length > longestPost}
              loading={state.isSending}
            >
              {button}
            </ActionButton>
          </div>
        </div>
      </MentionField>
      {state.error && (
        <p className={styles.error} role="alert">
          {state.error}
        </p>
      )}
    </form>
  )
}

type MentionFieldProps = {
  text: string
  onText: (text: string) => void
  people: readonly Mentioned[]
  readers: readonly Reader[]
  label: string
  id: string
  describedBy: string
  isInvalid: boolean
  /** Below the words, inside the frame. */
  children: ReactNode
}

/** Shows the names of people whom the text mentions, and offers names after an "@". */
function MentionField({ text, onText, people, readers, label, id, describedBy, isInvalid, children }: MentionFieldProps) {
  const userId = useUser()?._id
  const field = useRef<HTMLTextAreaElement>(null)
  const nextCaret = useRef<number | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** The "@" whose list was closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const listId = useId()
  const shown = readableText(text, people)

  const query = caret === null ? null : nameQueryAt(text, people, caret)
  const found = query
    ? peopleCalled(readers, query.name)
        .filter(({ _id }) => _id !== userId)
        .toSorted((a, b) => a.name.localeCompare(b.name))
    : []
  // A name has at most a few words: after that it was no name.
  const isOpen = query !== null && query.from !== closedAt && readers.length > 0 && (found.length > 0 || !query.name.includes(' '))
  const chosen = isOpen ? found[Math.min(active, found.length - 1)] : undefined

  // After the text with the mention was rendered, which puts the caret at its end.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })
  const moveTo = (place: number | null) => {
    setCaret(place)
    setActive(0)
    if (place === null || nameQueryAt(text, people, place)?.from !== closedAt) setClosedAt(null)
  }
  const pick = (person: Reader) => {
    if (!query) return
    const next = withMention(text, people, query, person)
    nextCaret.current = next.caret
    onText(next.text)
    setCaret(next.caret)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setClosedAt(query.from)
    else if (!chosen) return
    else if (event.key === 'ArrowDown') setActive((found.indexOf(chosen) + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((found.indexOf(chosen) + found.length - 1) % found.length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) pick(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div className={styles.frame} data-invalid={isInvalid}>
        <div className={styles.grow}>
          {/* Gives the field its height, and mentions their colour behind the words. */}
          <div className={styles.backdrop} aria-hidden="true">
            <Backdrop text={text} people={people} />{' '}
          </div>
          <textarea
            ref={field}
            id={id}
            className={styles.field}
            aria-label={label}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            aria-autocomplete="list"
            {...(chosen && { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, chosen) })}
            // A dialog around it stays open when Escape closes the list.
            data-mantine-stop-propagation={isOpen}
            rows={1}
            placeholder="Write a post"
            maxLength={Math.max(shown.length, longestPost - (text.length - shown.length))}
            value={shown}
            onChange={({ currentTarget: { value, selectionStart } }) => {
              onText(withReadableText(text, people, value))
              setCaret(selectionStart)
              setActive(0)
            }}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
              const place = selectionStart === selectionEnd ? selectionStart : null
              if (place !== caret) moveTo(place)
            }}
            onBlur={() => moveTo(null)}
            onKeyDown={onKeyDown}
          />
        </div>
        {children}
      </div>
      {isOpen && <MentionList id={listId} people={found} active={chosen} written={query.name} onPick={pick} />}
    </>
  )
}

function Backdrop({ text, people }: { text: string; people: readonly Mentioned[] }) {
  let at = 0
  return textParts(text, people).map((part) => {
    if (typeof part === 'string') return part
    at++
    return <mark key={at}>@{part.name}</mark>
  })
}
