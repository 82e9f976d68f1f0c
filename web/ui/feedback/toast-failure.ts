import { toast } from './toast.tsx'
import { longToast } from './toast-durations.ts'

/** Shows why something failed. */
export const toastFailure = (error: Error): void => void toast.error(error.message, { duration: longToast })
