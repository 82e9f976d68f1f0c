/** The browser's or the person's no. Has a status, like a refusal by the server, so that forms show its sentence. */
export class PasskeyNotUsed extends Error {
  readonly status = 400
}
