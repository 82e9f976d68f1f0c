import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './data-table.module.css'

type PageSizeMenuProps = { sizes: readonly number[]; value: number; labelOf: (size: number) => string; onChange: (size: number) => void }

/** Typing a number in the open menu selects it. */
export function PageSizeMenu({ sizes, value, labelOf, onChange }: PageSizeMenuProps) {
  const typeAhead = useMenuTypeAhead()
  return (
    <Menu width={170} position="top-start" checkIcon={<IconCheck {...iconProps(18)} />}>
      <Menu.Target>
        <ActionButton
          className={styles.size}
          variant="outline"
          rightSection={<IconSelector {...iconProps(18)} />}
          // Mantine's menu adds its own click handler; ActionButton requires one.
          onClick={() => {}}
        >
          {labelOf(value)}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={typeAhead}>
        <Menu.RadioGroup value={String(value)} onChange={(size) => onChange(Number(size))}>
          {sizes.map((size) => (
            <Menu.RadioItem key={size} value={String(size)} closeMenuOnClick>
              {labelOf(size)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
