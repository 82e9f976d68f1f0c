import { Fragment } from 'react'
import { type Mentioned, textParts } from '#domain/mentions.ts'
import { useUser } from '#web/api/session.ts'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import styles from './post.module.css'

/** A post's words, with people's names where it mentions them. */
export function MentionText({ text, mentions }: { text: string; mentions: readonly Mentioned[] }) {
  const userId = useUser()?._id
  let at = 0
  return textParts(text, mentions).map((part) => {
    at += typeof part === 'string' ? part.length : part._id.length
    if (typeof part === 'string') {
      return (
        <Fragment key={at}>
          <LinkedText>{part}</LinkedText>
        </Fragment>
      )
    }
    return (
      <bdi key={at} className={styles.mention} data-you={part._id === userId}>
        @{part.name}
      </bdi>
    )
  })
}
