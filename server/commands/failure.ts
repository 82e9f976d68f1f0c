import { Refusal } from '#contract/errors.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { EmbeddedPostgresError } from '#server/db/embedded/failure.ts'
import { scrubSecrets } from '#server/scrub-secrets.ts'
import { SettingsError } from '#server/settings.ts'

/** Why a command cannot run, in one line that says what to do instead. */
export class CommandError extends Error {}

const known = [CommandError, SettingsError, EmbeddedPostgresError, Refusal]

/** The certificate is self-signed, expired, of another name or of an unknown authority; or the server has no TLS. */
const isAboutTls = (error: Error): boolean =>
  /CERT|TLS|UNABLE_TO/.test('code' in error ? String(error.code) : '') || /does not support SSL/.test(error.message)

/** One line for known failures; only bugs print their stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (known.some((kind) => error instanceof kind)) return error.message
  if (isDatabaseAway(error)) return `The database cannot be reached (${scrubSecrets(error.message) || 'no answer'}). Check DATABASE_URL.`
  if (isAboutTls(error)) return `The database cannot be reached over TLS (${error.message}). Check sslmode and sslrootcert in DATABASE_URL.`
  if ('severity' in error) return `The database refused: ${scrubSecrets(error.message)}. Check DATABASE_URL.`
  return error.stack ?? error.message
}
