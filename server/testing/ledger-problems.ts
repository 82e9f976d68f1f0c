import pg from 'pg'
import { type Disagreement, proveLedger } from '#server/commands/prove-ledger.ts'

/** What `npm run verify-ledger` would report; empty if the ledger is consistent. */
export async function ledgerProblems(databaseUrl: string): Promise<readonly Disagreement[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A closed connection fails the query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await proveLedger(client)).disagreements
  } finally {
    await client.end()
  }
}
