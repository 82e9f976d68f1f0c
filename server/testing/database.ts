import { randomBytes } from 'node:crypto'
import pg from 'pg'

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Retries statements that PostgreSQL refuses only temporarily. */
async function retryWhileRefused(url: string, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await administer(url, sql)
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

export type OwnDatabase = { readonly url: string; drop(): Promise<void> }

/** A fresh, migrated database; `drop` removes it. */
export const copyTemplate = (postgresUrl: string): Promise<OwnDatabase> => createFrom(postgresUrl, 'arcstead_template')

/** A fresh copy of another database, which nobody may be connected to. */
export const copyDatabase = (postgresUrl: string, original: OwnDatabase): Promise<OwnDatabase> =>
  createFrom(postgresUrl, new URL(original.url).pathname.slice(1))

/** A fresh, empty database. */
export const emptyDatabase = (postgresUrl: string): Promise<OwnDatabase> => createFrom(postgresUrl, 'template0')

async function createFrom(postgresUrl: string, template: string): Promise<OwnDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Refused while another test file copies the template.
  await retryWhileRefused(postgresUrl, `create database ${name} template ${template}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  // Refused while autovacuum is working on the database.
  return { url: url.href, drop: () => retryWhileRefused(postgresUrl, `drop database if exists ${name} with (force)`) }
}
