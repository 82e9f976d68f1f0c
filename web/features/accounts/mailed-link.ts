import { useSearchParams } from 'react-router'

/** What a mailed link carries. Reading it does nothing: the link is used up by submitting alone, so mail scanners burn none. */
export function useMailedLink(): { readonly token: string; readonly id: string } {
  const [params] = useSearchParams()
  return { token: params.get('token') ?? '', id: params.get('id') ?? '' }
}
