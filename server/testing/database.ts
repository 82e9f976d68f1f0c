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

/** A fresh, migrated database of one's own; `drop` removes it. */
export async function copyTemplate(postgresUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Two files that start at once may not copy the template at the same moment: PostgreSQL refuses, so try again.
  for (let attempt = 1; ; attempt++) {
    try {
      await administer(postgresUrl, `create database ${name} template arcstead_template`)
      break
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(postgresUrl, `drop database if exists ${name} with (force)`) }
}
