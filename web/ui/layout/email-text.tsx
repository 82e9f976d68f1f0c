import { Fragment } from 'react'

/** An e-mail address in a narrow place: it breaks after its dots and its @, never within a word that would fit. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?<=[.@_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat, and their order never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
