import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { clipKeywords } from '#domain/search-url.ts'
import { iconProps } from '#web/ui/icon-props.ts'
import { TextField } from '#web/ui/text-field.tsx'

/** Words of a title, description or place. They are searched for when one presses Enter or leaves the field. */
export function KeywordField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const submit = () => {
    const wanted = clipKeywords(typed)
    if (wanted !== text) onChange(wanted)
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Keywords"
        value={typed}
        onChange={setTyped}
        onBlur={submit}
        placeholder="Words in title, description or place"
        leftSection={<IconSearch {...iconProps(19)} />}
      />
    </form>
  )
}
