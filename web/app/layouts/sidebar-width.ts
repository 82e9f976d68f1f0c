import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/** Between a phone and this width, an open sidebar would leave too little room for the screen. */
const tabletQuery = '(width < 62em)'

/** Whether the window is too narrow for an open sidebar. */
export const useNarrowWindow = (): boolean => useMediaQuery(tabletQuery, false, { getInitialValueInEffect: false })

/** Whether the sidebar is collapsed to icons: always in a narrow window, otherwise as chosen in this browser. */
export function useSlimSidebar(): { readonly isSlim: boolean; readonly toggle: (() => void) | null } {
  const isNarrow = useNarrowWindow()
  const [isChosen, setChosen] = useLocalStorage({ key: 'slim-sidebar', defaultValue: false, getInitialValueInEffect: false })
  return { isSlim: isNarrow || isChosen, toggle: isNarrow ? null : () => setChosen(!isChosen) }
}
