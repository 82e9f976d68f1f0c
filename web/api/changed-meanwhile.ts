import { refusals } from '#contract/errors.ts'
import { ApiError } from './api-error.ts'

/** The server refused to overwrite what someone else saved first. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.status === refusals.changed_meanwhile.status && error.message === refusals.changed_meanwhile.error
