import { z } from 'zod'
import { mostCents } from '#domain/motion-kinds.ts'
import { saleKindKeys } from '#domain/sale.ts'
import { documentLink } from './acquisition.ts'
import { id, idText, reply, text, when } from './reply.ts'
import { named } from './values.ts'

export const saleLine = z.object({
  kind: z.enum(saleKindKeys),
  /** Negative only where the line says so: of lines that go either way, what the circle is given. */
  amountCents: z.number('Please give an amount').int('Please give whole cents').min(-mostCents).max(mostCents),
  /** Of deposits, where not all of them go over. */
  tenant: text(120).trim().nullish(),
})

export const saleRequest = z.object({
  day: z.iso.date('Please give a day'),
  lines: z.array(saleLine).min(1, 'Please enter the lines of the settlement statement').max(60),
  documentVersionId: idText,
})
/** The statement that the member has read: another one is refused. */
export const confirmSaleRequest = z.object({ settlementId: idText })

const saleStatement = z
  .object({
    _id: id,
    day: z.string(),
    lines: z.array(saleLine),
    priceCents: z.number(),
    /** The property in the book, which the sale takes out. */
    bookValueCents: z.number(),
    /** What the statement pays to the title company for the circle. */
    balanceCents: z.number(),
    /** What the title company then holds for the circle. */
    proceedsCents: z.number(),
    document: documentLink,
    proposedBy: named,
    proposedAt: when,
    mayConfirm: z.boolean(),
    mayWithdraw: z.boolean(),
  })
  .meta({ id: 'SaleStatement' })

export const sale = z
  .object({
    property: z.object({ _id: id, address: z.string() }).nullable(),
    /** The newest passed motion to sell; null without one. */
    motion: z
      .object({
        _id: id,
        title: z.string(),
        leastPriceCents: z.number(),
        passedAt: when,
        /** Until then a sale may be recorded. */
        until: when,
        isOver: z.boolean(),
        /** The member to whom the buyer is related. */
        relatedMember: named.nullable(),
      })
      .nullable(),
    bookValueCents: z.number(),
    statement: saleStatement.nullable(),
    sold: z
      .object({
        day: z.string(),
        priceCents: z.number(),
        entryId: id,
        document: documentLink,
        recordedBy: named,
        confirmedBy: named,
        confirmedAt: when,
        /** What the title company still holds. */
        heldByTitleCents: z.number(),
      })
      .nullable(),
    mayRecord: z.boolean(),
  })
  .meta({ id: 'Sale' })
export type Sale = z.infer<typeof sale>
export const saleReply = reply(sale)

/** Ending the circle: what stands in the way, and whether a passed motion waits for it. */
export const ending = z
  .object({
    /** The motion that has passed; null if none waits. */
    waiting: z.object({ motionId: id, passedAt: when, lapsesAt: when }).nullable(),
    endedAt: when.nullable(),
    obstacles: z.array(
      z.object({
        reason: z.enum(['property', 'loan', 'deposits_held', 'suspense', 'held', 'owed', 'cash', 'month_open', 'transfer']),
        words: z.string(),
        /** The first month that is not closed. */
        month: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Ending' })
export type Ending = z.infer<typeof ending>
export const endingReply = reply(ending)
