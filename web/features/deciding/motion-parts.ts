import type { Motion } from '#contract/motions.ts'

/** What the parts of a motion's page are shown with. */
export type MotionPartProps = {
  circleId: string
  motion: Motion
  userId: string
  /** The colour of a member's arc; former members have none. */
  arcOf: (userId: string) => number | undefined
}
