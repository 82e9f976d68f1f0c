import { isRefusal } from './api-error.ts'

/** Version conflict: someone else saved first, and the server did not overwrite it. */
export const isVersionConflict = (error: unknown): boolean => isRefusal(error, 'changed_meanwhile')
