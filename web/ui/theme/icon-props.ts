/** Outline icons, slightly thinner than Tabler's default and hidden from screen readers. */
export const iconProps = (size = 18) => ({ size, stroke: 1.75, 'aria-hidden': true }) as const
