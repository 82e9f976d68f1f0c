import { isRefusal } from './api-error.ts'

/** The server refused to overwrite what someone else saved first. */
export const isChangedMeanwhile = (error: unknown): boolean => isRefusal(error, 'changed_meanwhile')
