import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { clipKeywords } from '#domain/search-url.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useTypedSearch } from '#web/ui/fields/use-typed-search.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** Searches after a debounce, and at once on Enter or blur. */
export function KeywordField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const search = useTypedSearch(text, onChange, clipKeywords)
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        search.flush()
      }}
    >
      <TextField
        label="Keywords"
        value={search.text}
        onChange={search.type}
        onBlur={search.flush}
        placeholder="Words in title, description or place"
        leftSection={<IconSearch {...iconProps(19)} />}
      />
    </form>
  )
}
