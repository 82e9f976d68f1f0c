import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps } from './field-props.ts'
import type { Option } from './option.ts'
import { useLazyList } from './use-lazy-list.ts'
import { type Search, useSearch } from './use-search.ts'

export type SearchDropdownProps<Result extends Option> = FieldProps & {
  /** Must keep its identity between renders, or each render starts the wait anew. */
  search: Search<Result>
  /** The text of what is chosen, or ''. */
  value: string
  /** null when the choice is taken away or typed over. */
  onChoose: (option: Result | null) => void
  /** What to do when something was typed and nothing chosen. */
  unchosenText?: string
}

/** Type, wait half a second, choose one of what was found. */
export function SearchDropdown<Result extends Option>({
  search,
  value,
  onChoose,
  required = false,
  leftSection = <IconSearch {...iconProps(19)} />,
  onBlur,
  error,
  unchosenText = 'Please choose one from the list.',
  ...rest
}: SearchDropdownProps<Result>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { keepMounted, reach } = useLazyList()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const { state, results } = useSearch(typed ?? '', search)

  // A value that came from elsewhere after the field was left counts more than what was typed.
  const shown = typed === null || (isLeft && value !== '') ? value : typed
  const isUnchosen = isLeft && value === '' && Boolean(typed?.trim())

  const choose = (option: Result | null) => {
    setTyped(null)
    setLeft(false)
    combobox.closeDropdown()
    onChoose(option)
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => choose(results.find((option) => option.value === chosen) ?? null)}
      shadow="md"
      keepMounted={keepMounted}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...rest}
          error={isUnchosen ? unchosenText : error}
          value={shown}
          autoComplete="off"
          aria-required={required}
          aria-busy={state === 'LOADING'}
          withAsterisk={required}
          leftSection={leftSection}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setLeft(false)
            if (value !== '') onChoose(null)
            combobox.openDropdown()
          }}
          onFocus={() => {
            reach()
            combobox.openDropdown()
          }}
          onBlur={(event) => {
            combobox.closeDropdown()
            // What was typed but not chosen is no choice, and must not look like one. A look at another window is no leaving.
            if (document.hasFocus()) setLeft(true)
            onBlur?.(event)
          }}
          rightSectionPointerEvents="all"
          rightSection={
            state === 'LOADING' ? (
              <Loader size={16} />
            ) : shown !== '' && !rest.disabled ? (
              <button
                className="field-clear"
                type="button"
                aria-label="Clear"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(null)}
              >
                <IconX {...iconProps(17)} />
              </button>
            ) : null
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={state !== 'HAS_RESULTS' && state !== 'NO_RESULTS'}>
        <Combobox.Options mah={264} style={{ overflowY: 'auto' }}>
          {results.map((option) => (
            <Combobox.Option key={option.value} value={option.value}>
              {option.text}
            </Combobox.Option>
          ))}
          {state === 'NO_RESULTS' && <Combobox.Empty>No results...</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
