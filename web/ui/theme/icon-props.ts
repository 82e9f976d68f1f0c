/** How every icon is drawn: outline, a little thinner than Tabler's own, and silent for screen readers. */
export const iconProps = (size = 18) => ({ size, stroke: 1.75, 'aria-hidden': true }) as const
