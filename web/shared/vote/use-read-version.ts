import { useState } from 'react'

/**
 * What the reader has read of something that is voted on. It can change while they read, by a live update or after a refused vote; until
 * they say that they have read the change, they do not vote on it.
 */
export function useReadVersion<Subject extends { readonly version: number }>(subject: Subject) {
  const [read, setRead] = useState(subject)
  return { read, isOutdated: subject.version !== read.version, readAgain: () => setRead(subject) }
}
