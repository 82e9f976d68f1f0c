import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps } from './field-props.ts'
import { type Search, useSearch } from './use-search.ts'

type SearchBoxProps<Result> = Omit<FieldProps, 'error'> & {
  search: Search<Result>
  /** Renders the results below the box. */
  children: (results: readonly Result[]) => ReactNode
}

export function SearchBox<Result>({
  search,
  children,
  leftSection = <IconSearch {...iconProps(19)} />,
  required: _,
  ...rest
}: SearchBoxProps<Result>) {
  const [text, setText] = useState('')
  const { state, results } = useSearch(text, search)
  return (
    <div>
      <TextInput
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={leftSection}
        rightSection={state === 'LOADING' ? <Loader size={16} /> : null}
        aria-busy={state === 'LOADING'}
        {...rest}
      />
      <div aria-live="polite">
        {state === 'HAS_RESULTS' && children(results)}
        {state === 'NO_RESULTS' && <p className="sub">No results...</p>}
      </div>
    </div>
  )
}
