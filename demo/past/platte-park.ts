import { addDays } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { confirmContribution } from '#server/features/calls/confirm-contribution.ts'
import { openPurchaseCall } from '#server/features/calls/open-purchase-call.ts'
import { recordContribution } from '#server/features/calls/record-contribution.ts'
import { askToSign } from '#server/features/documents/ask-to-sign.ts'
import type { DocumentName } from './documents.ts'
import { addPaper, confirmed, decide, type Happening, openLife, type Paper, play, sign, todayOf } from './life.ts'
import { actorOf, memberOf, type Past } from './past.ts'
import { declineProperty, numbers, passProperty, purchaseOf } from './purchase.ts'

const address = '480 Hollis Terrace'
const arcCents = 6_850_000

/**
 * In the middle of buying a house without a loan. Members: Maya Sorensen (the owner, to sign in as, 1 arc), Priya Raman (2), Paloma Vega
 * (1), Tomas Novotny (3, who keeps the book), Desmond Price (1).
 */
export async function writePlattePark(past: Past): Promise<void> {
  const { tx } = past
  const life = await openLife(past, 'Platte Park Duplex')
  const { circle, site } = life
  const buying = purchaseOf(life)
  const [owner, priya, paloma, tomas, desmond] = [0, 1, 2, 3, 4].map((index) => memberOf(circle, index))
  if (!owner || !priya || !paloma || !tomas || !desmond) throw new Error('The circle has too few members')
  const broker = actorOf(past.people.login.broker)
  const today = todayOf(life)
  const ago = (days: number) => addDays(today, -days)
  let agreement: Paper = { documentId: '', versionId: '', sha256: '' }
  let [accountId, callId] = ['', '']

  const pays = (days: number, payer: typeof owner, arcs: number, paper: DocumentName, words: readonly (typeof owner)[]): Happening[] => {
    const amountCents: Cents = arcs * arcCents
    let contributionId = ''
    const record = async () => {
      const { versionId } = await addPaper(life, payer, paper, { title: 'Confirmation of my transfer', shelf: 'closing' })
      const paid = { callId, bankAccountId: accountId, amountCents, day: ago(days), documentVersionId: versionId }
      contributionId = await recordContribution(tx, payer, circle.id, paid, site)
    }
    const giveWord = (member: typeof owner) =>
      confirmed(past, member, 'confirm_money', (actor) => confirmContribution(tx, actor, { circleId: circle.id, contributionId }, site))
    return [[ago(days), record], ...words.map((member, index): Happening => [ago(days - 1 - index), () => giveWord(member)])]
  }
  const company = { payee: 'Mile High Title, trust account', bank: 'First Bank of Denver', accountNumber: '5510447209' }
  const ours = { payee: 'Platte Park Duplex', bank: 'Front Range Credit Union', accountNumber: '8812004417' }
  let [oursId, companyId] = ['', '']

  await declineProperty(life, '84 Sparrow Row', ago(46), 'I stood in its cellar, and it is wet.')
  const propertyId = await passProperty(life, address, ago(40))
  await play(life, [
    [
      ago(26),
      async () => {
        await buying.start(propertyId)
        const account = await tx.selectFrom('bank_accounts').select('id').where('circle_id', '=', circle.id).executeTakeFirstOrThrow()
        accountId = account.id
        await buying.plan('inspection', { assignedTo: broker.id, dueDay: ago(18) })
        await buying.plan('title', { assignedTo: broker.id, dueDay: addDays(today, 8) })
        await buying.plan('insurance', { assignedTo: owner.id, dueDay: ago(2) })
      },
    ],
    [
      ago(25),
      async () => {
        const form = { title: 'Agreement of sale, 480 Hollis Terrace', shelf: 'property', isShared: true } as const
        const { versionId } = await addPaper(life, owner, 'duplexSale', form)
        await buying.plan('offer', { documentVersionId: versionId })
        await buying.done('offer')
        await buying.skip('loan', 'We have enough together to buy without one.')
      },
    ],
    [
      ago(24),
      () =>
        decide(life, ago(24), {
          by: 0,
          title: 'Tomas keeps the book',
          text: 'Tomas has kept the accounts of his choir for years, and would do the same for our house.',
          facts: { kind: 'treasurer', member: tomas.id },
          reasons: [[1, 'The choir has never been short of a cent.']],
        }),
    ],
    [
      ago(20),
      async () => {
        await buying.plan('wire', { assignedTo: tomas.id, dueDay: addDays(today, 14) })
        oursId = await buying.nameWhereToPay({ bankAccountId: accountId, ...ours })
      },
    ],
    [ago(19), () => buying.confirmWhereToPay(priya, oursId, numbers.bank)],
    [
      ago(19),
      async () => {
        const { versionId } = await addPaper(life, owner, 'duplexInspection', { title: 'Inspection', shelf: 'property', isShared: true })
        await buying.plan('inspection', { documentVersionId: versionId })
        await buying.done('inspection', broker)
      },
    ],
    [
      ago(18),
      async () => {
        agreement = await addPaper(life, owner, 'duplexAgreement', { title: 'Agreement of the owners', shelf: 'agreement' })
        const { documentId, versionId } = agreement
        await askToSign(tx, owner, { circleId: circle.id, documentId }, { versionId }, site)
        await buying.plan('agreement_signed', { documentVersionId: versionId, dueDay: addDays(today, 5) })
      },
    ],
    [ago(17), () => sign(life, priya, agreement)],
    [ago(16), () => sign(life, tomas, agreement)],
    [ago(15), () => sign(life, desmond, agreement)],
    [
      ago(15),
      async () => {
        const call = {
          amountCents: 8 * arcCents,
          dueDay: addDays(today, 6),
          why: 'The price and the closing costs. What is left stays for the roof.',
        }
        callId = await openPurchaseCall(tx, owner, circle.id, call, site)
      },
    ],
    ...pays(11, priya, 2, 'firstTransfer', [tomas, desmond]),
    ...pays(8, tomas, 3, 'secondTransfer', [priya, paloma]),
    // One more word is missing.
    ...pays(3, desmond, 1, 'thirdTransfer', [tomas]),
    [ago(3), async () => (companyId = await buying.nameWhereToPay({ bankAccountId: null, ...company }))],
    [ago(2), () => buying.confirmWhereToPay(tomas, companyId, numbers.title)],
  ])
}
