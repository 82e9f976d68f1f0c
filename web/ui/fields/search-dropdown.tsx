import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps, Option } from './field-props.ts'
import { useLazyList } from './use-lazy-list.ts'
import { type Search, useSearch } from './use-search.ts'

type SearchDropdownProps<Result extends Option> = FieldProps & {
  /** Must be a stable function, because a new one restarts the debounce. */
  search: Search<Result>
  /** The text of the chosen option, or ''. */
  value: string
  /** null when the choice is cleared or overwritten. */
  onChoose: (option: Result | null) => void
  /** Hint shown when text was typed and nothing chosen. */
  unchosenText?: string
}

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

  // A value set from outside after blur replaces the typed text.
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
            // Typed text is not a choice and must not look like one. Switching to another window does not count as blur.
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
