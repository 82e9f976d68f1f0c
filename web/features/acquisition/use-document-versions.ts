import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'

/** The newest version of each of the circle's documents, for choosing one. */
export const useDocumentVersions = (_circleId: string): readonly z.infer<typeof documentLink>[] => []
