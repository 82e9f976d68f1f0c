import { ApiError } from './client.ts'

export const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404
