import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './member-circle.module.css'

export type CircleMenuItem = {
  readonly text: string
  readonly icon: Icon
  /** Either an address or an act. */
  readonly to?: string
  readonly onClick?: (() => void) | undefined
  /** Set apart from those before it. */
  readonly isApart?: boolean
}

/** What can be done with a circle, beside its title. */
export function CircleMenu({ items }: { items: readonly CircleMenuItem[] }) {
  const typeAhead = useMenuTypeAhead()
  return (
    <Menu width={264} position="bottom-end" offset={6}>
      <Menu.Target>
        <button className={styles.menuButton} type="button" aria-label="Menu of this circle">
          <IconDots {...iconProps(22)} />
        </button>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={typeAhead}>
        {items.map((item) => (
          <Fragment key={item.text}>
            {item.isApart && <Menu.Divider />}
            <Item {...item} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ text, icon: ItemIcon, to, onClick }: CircleMenuItem) {
  const leftSection = <ItemIcon {...iconProps(18)} />
  return to === undefined ? (
    <Menu.Item leftSection={leftSection} onClick={onClick}>
      {text}
    </Menu.Item>
  ) : (
    <Menu.Item component={Link} to={to} leftSection={leftSection}>
      {text}
    </Menu.Item>
  )
}
