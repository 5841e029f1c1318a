/** Parameters of earlier pages that have no place any more. */
const GONE = new Set(['show', 'as', 'whole', 'order', 'before', 'limit'])

/** Where a page of an earlier dashboard is now, for addresses that people kept; undefined for what never was one. */
export function keptAddress(page: string, query: URLSearchParams): string | undefined {
  if (page === 'journal') return journalNow(query)
  if (page === 'state') return withQuery('data', [...query])
  if (page === 'sweep') return withQuery('coverage', [...query])
  if (page === 'findings') return withQuery('requests', [['q', 'has:finding']])
  if (page === 'clock') return withQuery('requests', [['menu', 'clock']])
  return undefined
}

function journalNow(query: URLSearchParams): string {
  const criteria = [...query].filter(
    ([name, value]) => !GONE.has(name) && !['exchange', 'q', 'text'].includes(name) && value !== '',
  )
  const q = [query.get('q'), ...criteria.map(([name, value]) => `${name}:${value}`), query.get('text')]
    .filter(Boolean)
    .join(' ')
  const request = query.get('exchange')
  return withQuery('requests', [...(q === '' ? [] : [['q', q]]), ...(request === null ? [] : [['request', request]])])
}

const withQuery = (page: string, query: readonly (readonly string[])[]): string => {
  const search = new URLSearchParams(query.map(([name = '', value = '']) => [name, value])).toString()
  return search === '' ? page : `${page}?${search}`
}
