import { parseArgs } from 'node:util'
import { CommandError } from '#server/commands/failure.ts'
import type { Wanted } from './grow-demo.ts'

export const help = `npm run demo -- --circles NUMBER [--users NUMBER]
    Adds invented people, circles, purchases, properties and votes to the demo
    until there are as many as you ask for. Run again after a stop, it goes on.
    Without --users there is one person for every four circles.`

const most = 5_000_000
const leastUsers = 100

function whole(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > most) {
    throw new CommandError(`--${name} is "${text}". Give a whole number from 1 to ${most}. Try: npm run demo -- --circles 1000`)
  }
  return value
}

/** Parses the arguments; none means help. */
export function readWanted(args: readonly string[]): Wanted | 'help' {
  const { circles, users, help: asked } = parse(args)
  if (asked || circles === undefined) {
    if (users !== undefined) throw new CommandError('--users goes with --circles. Try: npm run demo -- --circles 1000 --users 500')
    return 'help'
  }
  const wanted = whole('circles', circles)
  return {
    circles: wanted,
    users: users === undefined ? Math.max(leastUsers, Math.ceil(wanted / 4)) : Math.max(leastUsers, whole('users', users)),
  }
}

function parse(args: readonly string[]) {
  try {
    const options = { circles: { type: 'string' }, users: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split(/\.?\n|\. /)[0]}. Try: npm run demo -- --help`)
  }
}
