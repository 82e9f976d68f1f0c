import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { newId } from './ids.ts'
import { migrate } from './migrate.ts'

const shipped = path.join(projectRoot(), 'server/db/migrations')

test('mails of version 0.2 get the ids of whom and what they tell, queued and kept ones alike', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-migrations-'))
  for (const name of await readdir(shipped)) if (name < '0042') await copyFile(path.join(shipped, name), path.join(folder, name))
  const database = await emptyDatabase(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await migrate(database.url, folder)
    const [maya, owner, circle, other, invitation, elsewhere] = [newId(), newId(), newId(), newId(), newId(), newId()]
    await client.query(
      `insert into users (id, first_name, last_name, email) values ($1, 'Maya', 'Old', 'maya@old.example'), ($2, 'Olga', 'Old', 'olga@old.example')`,
      [maya, owner],
    )
    await client.query(`insert into circles (id, title, city, created_by) values ($1, 'One', 'Denver', $3), ($2, 'Two', 'Denver', $3)`, [
      circle,
      other,
      owner,
    ])
    await client.query(
      `insert into circle_invitations (id, circle_id, email, token_hash, created_by, expires_at) values
        ($1, $3, 'guest@old.example', '\\x01', $5, now()), ($2, $4, 'guest@old.example', '\\x02', $5, now())`,
      [invitation, elsewhere, circle, other, owner],
    )
    const mail = (template: string, to: string, props: object | null, body: string | null, status: string) =>
      client.query('insert into mails (id, user_id, template, to_address, props, body, status) values ($1, $2, $3, $4, $5, $6, $7)', [
        newId(),
        to === 'guest@old.example' ? null : owner,
        template,
        to,
        props,
        body,
        status,
      ])
    await mail('verification-request', 'olga@old.example', { link: `https://x/admin/users/${maya}/review` }, null, 'queued')
    await mail('verification-answered', 'olga@old.example', null, `Look at https://x/admin/users/${maya}/review`, 'kept')
    await mail('vote-reminder', 'olga@old.example', { firstName: `${maya}` }, null, 'queued')
    await mail('circle-invitation', 'guest@old.example', { link: `https://x/circle/${circle}?invite=t` }, null, 'queued')

    await migrate(database.url, shipped)
    const { rows } = await client.query('select template, about from mails order by template')
    expect(rows).toEqual([
      { template: 'circle-invitation', about: [invitation] },
      { template: 'verification-answered', about: [maya] },
      { template: 'verification-request', about: [maya] },
      { template: 'vote-reminder', about: [] },
    ])
  } finally {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
