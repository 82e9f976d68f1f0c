import { useQuery } from '@tanstack/react-query'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'
import { configQuery } from '#web/api/config.ts'

/** Seconds of notice before a vote closes, as configured on this server. */
export const useNoticeSeconds = (): number => useQuery(configQuery).data?.noticeSeconds ?? defaultNoticeSeconds
