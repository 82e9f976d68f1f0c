import { TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import type { Circle } from '#contract/circles.ts'
import type { Desk } from '#domain/broker-desk.ts'
import { longestTitle } from '#domain/circle-form.ts'
import { type Stage, stageLabels } from '#domain/stages.ts'
import { useTypedSearch } from '#web/ui/fields/use-typed-search.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './desk.module.css'

type DeskFiltersProps = {
  desk: Desk<Circle>
  search: string
  stage: Stage | null
  onSearch: (text: string) => void
  onStage: (stage: Stage | null) => void
}

/** Both combine: the chips count what the search finds. */
export function DeskFilters({ desk, search, stage, onSearch, onStage }: DeskFiltersProps) {
  const typed = useTypedSearch(search, onSearch, (text) => text.trim())
  return (
    <div className={styles.tools}>
      <TextInput
        className={styles.search}
        type="search"
        aria-label="Search by name or place"
        placeholder="Name or place"
        maxLength={longestTitle}
        leftSection={<IconSearch {...iconProps(18)} />}
        value={typed.text}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed.flush()}
        onBlur={typed.flush}
      />
      <fieldset className={styles.chips} aria-label="Stage">
        <StageChip label="All" count={desk.found} isChosen={stage === null} onChoose={() => onStage(null)} />
        {desk.stages.map((each) => (
          <StageChip
            key={each.stage}
            label={stageLabels[each.stage]}
            count={each.found}
            isChosen={stage === each.stage}
            onChoose={() => onStage(each.stage)}
          />
        ))}
      </fieldset>
    </div>
  )
}

type StageChipProps = { label: string; count: number; isChosen: boolean; onChoose: () => void }

const StageChip = ({ label, count, isChosen, onChoose }: StageChipProps) => (
  <button type="button" className={styles.chip} aria-pressed={isChosen} onClick={onChoose}>
    {isChosen && <IconCheck {...iconProps(16)} />}
    {label} <b className="num">{count}</b>
  </button>
)
