import { useSearchParams } from 'react-router'

/** Only reads the link's parameters. The token is used by submitting, so that mail scanners cannot use it up. */
export function useMailedLink(): { readonly token: string; readonly id: string } {
  const [params] = useSearchParams()
  return { token: params.get('token') ?? '', id: params.get('id') ?? '' }
}
