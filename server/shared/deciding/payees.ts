import { createHash } from 'node:crypto'
import { plainPayee } from '#domain/payment-permission.ts'

/** What is kept of a payee whose name was erased: enough to know the name again. Of its motion, so that no two can be compared. */
export const hashOfPayee = (motionId: string, payee: string): string =>
  createHash('sha256')
    .update(`${motionId}:${plainPayee(payee)}`)
    .digest('hex')

type WithPayee = { readonly id: string; readonly payee: string | null; readonly payee_hash: string | null }

/**
 * Whom a motion names as payee: null if it is a budget. A name that was erased is known again among `asked`; otherwise it is empty, and permits
 * nothing.
 */
export const payeeOf = ({ id, payee, payee_hash: hash }: WithPayee, asked: readonly string[] = []): string | null =>
  payee ?? (hash === null ? null : (asked.find((name) => hashOfPayee(id, name) === hash) ?? ''))
