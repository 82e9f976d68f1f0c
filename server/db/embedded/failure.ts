/** Why the embedded database cannot run, in one line that a person can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
