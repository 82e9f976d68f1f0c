import { useSearchParams } from 'react-router'

/** Which property of a circle stands open beside the page; in the address, so that a notice can lead to it and Back closes it. */
export function useOpenedProperty(tab: string) {
  const [query, setQuery] = useSearchParams()
  return {
    openedId: query.get('property'),
    open: (property: string) => setQuery({ tab, property }, { preventScrollReset: true }),
    close: () => setQuery({ tab }, { replace: true, preventScrollReset: true }),
  }
}
