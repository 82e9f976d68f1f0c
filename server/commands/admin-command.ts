import { parseArgs } from 'node:util'
import { paths } from '#contract/paths.ts'
import { calendarDayOf, utc } from '#domain/dates.ts'
import { linkLifetime } from '#domain/one-time-links.ts'
import { fullName, statusLabel } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { listAdmins, type MadeAdmin, makeAdmin, type NewAdmin, suspendPerson } from './administrators.ts'
import { CommandError } from './failure.ts'
import { rotateDataKey } from './rotate-data-key.ts'

export const help = `npm run admin -- create EMAIL [--first NAME --last NAME]
    Makes an administrator, or makes one of a person who is here already,
    and prints the link by which a new one sets the password.
npm run admin -- list
    Shows the administrators.
npm run admin -- suspend EMAIL
    Takes away a person's way in, at once.
npm run admin -- rotate-data-key
    Encrypts where to pay with DATA_KEY; DATA_KEY_OLD is the key until now.
npm run admin -- help
    Shows this.`

type Command =
  | { readonly act: 'help' | 'list' | 'rotate-data-key' }
  | ({ readonly act: 'create' } & NewAdmin)
  | { readonly act: 'suspend'; readonly email: string }

const wrong = (what: string) => new CommandError(`${what} Try: npm run admin -- help`)

/** Parses the arguments before anything is opened or changed. */
export function parseArguments(args: readonly string[]): Command {
  const { positionals, values } = parse(args)
  const [act = 'help', email, ...more] = positionals
  if (values.help || act === 'help') return { act: 'help' }
  if (act !== 'create' && act !== 'list' && act !== 'suspend' && act !== 'rotate-data-key') throw wrong(`There is no "${act}".`)
  if (more.length > 0 || ((act === 'list' || act === 'rotate-data-key') && email !== undefined))
    throw wrong(`"${more.at(-1) ?? email}" is one word too many.`)
  if (act !== 'create' && (values.first ?? values.last) !== undefined) throw wrong('--first and --last go with create.')
  if (act === 'list' || act === 'rotate-data-key') return { act }
  if (email === undefined) throw wrong(`Whom? ${act} needs an e-mail address.`)
  return act === 'create' ? { act, email, firstName: values.first, lastName: values.last } : { act, email }
}

function parse(args: readonly string[]) {
  try {
    const options = { first: { type: 'string' }, last: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw wrong(`${(error as Error).message.split('. ')[0]}.`)
  }
}

type Services = { readonly db: Database; readonly publicUrl: string; readonly sendsMail: boolean; readonly dataKeys: DataKeys }

/** Runs the command and returns what to print. */
export async function runCommand(command: Command, services: Services): Promise<string> {
  const { db } = services
  switch (command.act) {
    case 'help':
      return help
    case 'list':
      return describeAdmins(await listAdmins(db))
    case 'rotate-data-key':
      return `Encrypted with DATA_KEY: ${await rotateDataKey(db, services.dataKeys)}. DATA_KEY_OLD can be left out now.`
    case 'create':
      return describeCreated(await db.transaction().execute((tx) => makeAdmin(tx, command, services)), services.publicUrl)
    case 'suspend':
      return describeSuspended(await db.transaction().execute((tx) => suspendPerson(tx, command.email)))
  }
}

type Row = MadeAdmin['user']

const nameAndAddress = (user: Row) => `${fullName({ firstName: user.first_name, lastName: user.last_name })} <${user.email}>`

const opening: Record<MadeAdmin['was'], (person: string) => string> = {
  nobody: (person) => `Made an administrator: ${person}.`,
  user: (person) => `${person} is an administrator now.`,
  suspended: (person) => `${person} is let in again, as an administrator.`,
  admin: (person) => `${person} was an administrator already.`,
}

function describeCreated({ user, was, link, isMailed }: MadeAdmin, publicUrl: string): string {
  const first = opening[was](nameAndAddress(user))
  if (!link) return `${first}\nNext: they sign in at ${publicUrl}${paths.login} with their own password.`
  const mailed = isMailed
    ? 'A mail with this link is queued; the product sends it as soon as it runs.'
    : 'No mail server is configured (SMTP_URL), so the link is shown only here.'
  return `${first}\nNext: open this link to set the password. It works once, for ${linkLifetime('set_password')}.\n\n  ${link}\n\n${mailed}`
}

function describeAdmins(admins: readonly Row[]): string {
  if (admins.length === 0) return 'There is no administrator yet.\nNext: npm run admin -- create EMAIL'
  const head = ['Name', 'E-mail', 'Status', 'Since']
  const rows = admins.map((user) => [
    fullName({ firstName: user.first_name, lastName: user.last_name }),
    user.email ?? '',
    statusLabel(user.status),
    calendarDayOf(user.created_at, utc),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function describeSuspended({ user, isChanged }: { user: Row; isChanged: boolean }): string {
  const person = nameAndAddress(user)
  const next = user.is_admin
    ? `To let them in again: npm run admin -- create ${user.email}`
    : 'To let them in again, an administrator sets their status back to active.'
  return isChanged
    ? `Suspended ${person}. Their sessions have ended, and they can no longer sign in.\n${next}`
    : `${person} was suspended already. Nothing has changed.\n${next}`
}
