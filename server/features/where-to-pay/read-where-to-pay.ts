import type { PayDetails, PayPlace, WhereToPay } from '#contract/where-to-pay.ts'
import {
  decideNaming,
  decideOnDetails,
  type NamedDetails,
  openStops,
  placeDetails,
  stateOf,
  usableFrom,
  waitsUntil,
} from '#domain/where-to-pay.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import type { PayBasis } from './pay-basis.ts'

const dated = (time: number): string => new Date(time).toISOString()

type Words = { readonly number: string; readonly words: string }

/** The words of each event, by details, kind, person and time. */
async function readWords(db: Database | Tx, circleId: string): Promise<ReadonlyMap<string, Words>> {
  const rows = await db
    .selectFrom('pay_detail_texts')
    .innerJoin('pay_detail_events', 'pay_detail_events.id', 'pay_detail_texts.event_id')
    .innerJoin('pay_details', 'pay_details.id', 'pay_detail_events.pay_detail_id')
    .select(['pay_detail_id', 'kind', 'by', 'at', 'number', 'words'])
    .where('pay_details.circle_id', '=', circleId)
    .execute()
  return new Map(rows.map((row) => [keyOf(row.pay_detail_id, row.kind, row.by, row.at.getTime()), row]))
}

const keyOf = (detailsId: string, kind: string, by: string, at: number): string => [detailsId, kind, by, at].join(' ')

type Reading = PayBasis & { readonly names: ReadonlyMap<string, string>; readonly words: ReadonlyMap<string, Words> }

function toDetails(details: NamedDetails, ofPlace: readonly NamedDetails[], { actor, clock, names, words }: Reading): PayDetails {
  const person = (id: string) => ({ _id: id, name: names.get(id) ?? '' })
  const textsOf = (kind: string, by: string, at: number) => words.get(keyOf(details.id, kind, by, at)) ?? { number: '', words: '' }
  const call = (kind: string, { by, at }: { readonly by: string; readonly at: number }) => {
    const { number, words: found } = textsOf(kind, by, at)
    return { by: person(by), at: dated(at), number, found }
  }
  const confirmed = details.events.find(({ kind }) => kind === 'confirmed')
  const from = usableFrom(details, clock.noticeSeconds)
  const may = (act: 'confirm' | 'stop' | 'call_back' | 'withdraw' | 'show') => decideOnDetails(act, actor, details, ofPlace, clock)
  const show = may('show')
  return {
    _id: details.id,
    state: stateOf(details, ofPlace, clock),
    named: { by: person(details.namedBy), at: dated(details.namedAt) },
    confirmed: confirmed ? call('confirmed', confirmed) : null,
    usableFrom: from === null ? null : dated(from),
    stops: openStops(details, clock.now).map((stop) => ({
      by: person(stop.by),
      at: dated(stop.at),
      words: textsOf('stopped', stop.by, stop.at).words,
      calledBack: details.events
        .filter((event) => event.kind === 'called_back' && event.at >= stop.at && stop.calledBack.includes(event.by))
        .map((event) => call('called_back', event)),
    })),
    showings: details.events
      .filter(({ kind }) => kind === 'shown')
      .reverse()
      .map(({ by, at }) => ({ by: person(by), at: dated(at) })),
    may: {
      confirm: may('confirm').ok,
      stop: may('stop').ok,
      callBack: may('call_back').ok,
      withdraw: may('withdraw').ok,
      show: show.ok ? (show.value === 'to_pay' ? 'to_pay' : 'to_compare') : null,
    },
  }
}

/** Where to pay in a circle, and what each person did about it. The details themselves are not read. */
export async function readWhereToPay(db: Database | Tx, circleId: string, basis: PayBasis, keys: DataKeys): Promise<WhereToPay> {
  const { all, actor, clock } = basis
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['id', 'name'])
    .where('circle_id', '=', circleId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const people = all.flatMap(({ namedBy, events }) => [namedBy, ...events.map(({ by }) => by)])
  const reading = { ...basis, names: await readNames(db, people), words: await readWords(db, circleId) }
  const mayName = decideNaming(actor, clock).ok && keys.current !== null
  const place = (bankAccountId: string | null, name: string | null, isOpen: boolean): PayPlace => {
    const ofPlace = all.filter((details) => details.bankAccountId === bankAccountId)
    const { inForce, coming } = placeDetails(ofPlace, clock)
    return {
      bankAccountId,
      name,
      inForce: inForce && toDetails(inForce, ofPlace, reading),
      coming: coming.map((details) => toDetails(details, ofPlace, reading)),
      mayName: mayName && isOpen,
    }
  }
  const isBuying = (await readOpenAcquisition(db, circleId)) !== null
  const hasTitle = isBuying || all.some(({ bankAccountId }) => bankAccountId === null)
  const until = waitsUntil(actor, clock)
  return {
    places: [...(hasTitle ? [place(null, null, isBuying)] : []), ...accounts.map(({ id, name }) => place(id, name, true))],
    waitsUntil: until === null ? null : dated(until),
    hasKey: keys.current !== null,
  }
}
