import { useLocalStorage } from '@mantine/hooks'

/** Whether the sidebar is collapsed to icons. Saved in this browser. */
export function useSlimSidebar(): readonly [slim: boolean, toggle: () => void] {
  const [slim, setSlim] = useLocalStorage({ key: 'slim-sidebar', defaultValue: false, getInitialValueInEffect: false })
  return [slim, () => setSlim(!slim)]
}
