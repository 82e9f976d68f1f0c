import pg from 'pg'
import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { explain } from './failure.ts'
import { describeProof, proveLedger } from './prove-ledger.ts'
import { withDatabaseAddress } from './with-database-address.ts'

async function main(): Promise<void> {
  const proof = await withDatabaseAddress(readSettings(process.env, projectRoot()), async (url) => {
    const client = new pg.Client({ connectionString: url, application_name: 'arcstead-verify-ledger' })
    await client.connect()
    try {
      return await proveLedger(client)
    } finally {
      await client.end()
    }
  })
  console.log(describeProof(proof))
  if (proof.disagreements.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
