import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BankFileChoices, BankFileReading } from '#domain/bank-file.ts'
import { readBankFile } from '#server/features/book/bank-files/read-bank-file.ts'
import { projectRoot } from '#server/root.ts'

/** Files of the shapes that banks write. */
export const bankSamples = path.join(projectRoot(), 'server/features/book/samples')
export const sample = (name: string): Uint8Array => readFileSync(path.join(bankSamples, name))
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const readText = (text: string, choices: BankFileChoices = {}): BankFileReading => readBankFile(bytesOf(text), choices)

/** Each account in a few words: number, days, balances, and "day cents text" for each line. */
export function shown(reading: BankFileReading) {
  if (!reading.ok) return reading
  return reading.value.accounts.map(({ number, currency, from, to, daysAre, opening, closing, lines, leftOut }) => ({
    account: `${number} ${currency}`,
    days: `${from} ${to} ${daysAre}`,
    balances: [opening && `${opening.day} ${opening.amountCents}`, closing && `${closing.day} ${closing.amountCents}`],
    lines: lines.map((line) => `${line.day} ${line.amountCents} ${line.text}`),
    leftOut: leftOut.pending + leftOut.zero,
  }))
}

/** What is read from each sample: its accounts, or why it is refused. */
export const expectedOfSamples: Readonly<Record<string, unknown>> = {
  // Everything on one line, a bare `&`, CP1252, two accounts, a balance of the day of the download.
  'one-line-two-accounts.ofx': [
    {
      account: '12340417 USD',
      days: '2027-02-01 2027-02-14 stated',
      balances: [null, '2027-02-15 1091292'],
      lines: [
        '2027-02-02 155000 TENANT RENT & PARKING Café tenant – February',
        '2027-02-05 -155000 RETURNED DEPOSIT',
        '2027-02-05 -1200 RETURNED ITEM FEE',
        '2027-02-12 -20010 CHECK 101',
      ],
      leftOut: 1,
    },
    {
      account: '12340425 USD',
      days: '2027-02-01 2027-02-14 stated',
      balances: [null, '2027-02-14 150000'],
      lines: ['2027-02-01 150000 TRANSFER FROM 0417'],
      leftOut: 0,
    },
  ],
  // SGML with end tags, an empty element, two equal lines with one id.
  'closed-tags.ofx': [
    {
      account: '12340417 USD',
      days: '2027-03-01 2027-03-10 stated',
      balances: [null, '2027-03-10 1301317'],
      lines: ['2027-03-01 -74955 Zürcher Loan Servicing', '2027-03-02 1200 LAUNDRY', '2027-03-02 1200 LAUNDRY'],
      leftOut: 0,
    },
  ],
  'version-220.ofx': [
    {
      account: '12340417 USD',
      days: '2027-03-11 2027-03-31 stated',
      balances: [null, '2027-03-31 1191905'],
      lines: ['2027-03-12 8000 Part <T-9> returned & refunded', '2027-03-18 -50002 ONLINE PAYMENT'],
      leftOut: 1,
    },
  ],
  // A batch is one line, a reversal keeps its own sign, what is pending is left out, days are those of booking.
  'camt.053.001.02.xml': [
    {
      account: 'DE02120300000000202051 EUR',
      days: '2027-02-01 2027-02-28 stated',
      balances: ['2027-02-01 100000', '2027-02-28 234990'],
      lines: ['2027-02-02 150000 Rent flat A Rent flat B', '2027-02-26 -20010 SEPA transfer RF18-539', '2027-02-27 5000 Return of a debit'],
      leftOut: 1,
    },
  ],
  // A statement for each day with lines, not in their order, with prefixes; a batch and a reversal of money in.
  'camt.053.001.08.xml': [
    {
      account: '12340417 USD',
      days: '2027-04-02 2027-04-06 stated',
      balances: ['2027-04-02 0', '2027-04-06 100499'],
      lines: [
        '2027-04-02 155000 April rent ARC-7Q4K-03',
        '2027-04-05 -25001 Check paid',
        '2027-04-06 -4500 Keys Locks',
        '2027-04-06 -25000 Returned deposit',
      ],
      leftOut: 1,
    },
  ],
  'camt.052.001.02.xml': { ok: false, reason: 'bank_file_no_statement', found: 'camt.052' },
  'billion-laughs.xml': { ok: false, reason: 'bank_file_unsafe' },
  'bom-preamble-parentheses.csv': [
    {
      account: '12340417 null',
      days: '2027-02-01 2027-02-28 stated',
      balances: ['2027-02-01 123456', '2027-02-28 255446'],
      lines: ['2027-02-02 155000 RENT, FLAT A', '2027-02-05 -3000 SERVICE FEE', '2027-02-26 -20010 CHECK 101 "PLUMBER"'],
      leftOut: 0,
    },
  ],
  'no-header.csv': [
    {
      account: 'null null',
      days: '2027-01-04 2027-01-31 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-01-04 -74955 LOAN PAYMENT',
        '2027-01-17 1200 LAUNDRY',
        '2027-01-17 1200 LAUNDRY',
        '2027-01-17 155000 RENT FLAT A',
        '2027-01-31 -20010 CHECK # 101',
      ],
      leftOut: 0,
    },
  ],
  'trailing-comma-newest-first.csv': [
    {
      account: 'null null',
      days: '2027-03-01 2027-03-15 of_the_lines',
      balances: ['2027-03-01 1373872', '2027-03-15 1241907'],
      lines: [
        '2027-03-01 -74955 DEBIT LOAN SERVICING LOAN_PMT',
        '2027-03-02 -20010 CHECK CHECK 101 CHECK_PAID',
        '2027-03-02 155000 CREDIT RENT FLAT A ACH_CREDIT',
        '2027-03-08 -200000 DEBIT FURNACE & SONS ACH_DEBIT',
        '2027-03-15 8000 CREDIT FURNACE REFUND PPD ID: 9000000001 ACH_CREDIT',
      ],
      leftOut: 0,
    },
  ],
  'semicolon-latin1.csv': [
    {
      account: 'DE02120300000000202051 EUR',
      days: '2027-02-01 2027-02-05 of_the_lines',
      balances: ['2027-02-01 100000', '2027-02-05 130004'],
      lines: ['2027-02-01 155000 Miete Februar', '2027-02-05 -123456 Rechnung 12', '2027-02-05 -1540 Strom'],
      leftOut: 0,
    },
  ],
  'debit-credit-pending.csv': [
    {
      account: 'null null',
      days: '2027-04-06 2027-04-16 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-04-06 1200 FEE TAKEN BACK',
        '2027-04-06 -4500 PAID BACK',
        '2027-04-06 -25000 CHECK 29',
        '2027-04-16 8521325 PROCEEDS OF SALE',
      ],
      leftOut: 1,
    },
  ],
  'utf16-tabs.csv': [
    {
      account: 'null null',
      days: '2027-03-30 2027-03-31 of_the_lines',
      balances: ['2027-03-30 100000', '2027-03-31 75036'],
      lines: ['2027-03-30 -25001 Zahlung €', '2027-03-31 37 Interest'],
      leftOut: 0,
    },
  ],
  'ambiguous-dates.csv': {
    ok: false,
    reason: 'bank_date_order_unclear',
    text: '03/04/2028',
    monthFirst: '2028-03-04',
    dayFirst: '2028-04-03',
  },
  'european-slashes.csv': [
    {
      account: 'null null',
      days: '2027-02-28 2027-03-03 of_the_lines',
      balances: ['2027-02-28 0', '2027-03-03 140000'],
      lines: ['2027-02-28 150000 Rent', '2027-03-03 -10000 Repair'],
      leftOut: 0,
    },
  ],
  'formulas.csv': [
    {
      account: 'null null',
      days: '2027-02-02 2027-02-04 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-02-02 155000 =HYPERLINK("http://example.invalid","pay") =1+1',
        '2027-02-03 -1200 @SUM(A1:A9) +1',
        "2027-02-04 -3000 -2+3+cmd|' /C calc'!A0",
      ],
      leftOut: 0,
    },
  ],
  'formula-amount.csv': { ok: false, reason: 'bank_amount_unreadable', row: 3, text: '=SUM(C1:C2)' },
  'sides-in-a-column.csv': [
    {
      account: '12340417 null',
      days: '2027-02-02 2027-02-15 of_the_lines',
      balances: ['2027-02-02 10000', '2027-02-15 154950'],
      lines: ['2027-02-02 155000 Rent received Credit', '2027-02-15 -10050 Utility bill Debit'],
      leftOut: 0,
    },
  ],
  'flipped-sign.csv': [
    {
      account: 'null null',
      days: '2027-02-01 2027-02-03 of_the_lines',
      balances: ['2027-02-01 100000', '2027-02-03 233790'],
      lines: ['2027-02-01 155000 RENT', '2027-02-03 -20010 REPAIR', '2027-02-03 -1200 FEE'],
      leftOut: 0,
    },
  ],
  'line-taken-out.csv': { ok: false, reason: 'bank_file_does_not_add_up', row: 3, differenceCents: -20_010 },
}
