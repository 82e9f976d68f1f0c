import { useSearchParams } from 'react-router'

/** Which property is open in the side panel. In the URL, so that a notice can link to it and Back closes it. */
export function useOpenedProperty(tab: string) {
  const [query, setQuery] = useSearchParams()
  return {
    openedId: query.get('property'),
    open: (property: string) => setQuery({ tab, property }, { preventScrollReset: true }),
    close: () => setQuery({ tab }, { replace: true, preventScrollReset: true }),
  }
}
