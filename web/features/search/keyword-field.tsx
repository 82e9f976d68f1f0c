import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { iconProps } from '#web/ui/icon-props.ts'
import { TextField } from '#web/ui/text-field.tsx'

// The API takes no longer text.
const longest = 200

/** Words of a title, description or place. They are searched for when one presses Enter or leaves the field. */
export function KeywordField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const submit = () => {
    const wanted = typed.trim().slice(0, longest)
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
