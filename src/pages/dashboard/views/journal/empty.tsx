import { publishedKeys } from '../../../../testing/fixtures/keys.ts'
import type { PageContext } from '../../page-context.ts'
import { journalUrl } from './journal-url.ts'
import type { Search } from './search.ts'

/** Why there are no rows, and the way out. */
export const Empty = ({ context, search }: { readonly context: PageContext; readonly search: Search }) => {
  const { world, origin, prefix } = context
  if (world.journal.length > 0) {
    return (
      <p class="empty">
        {search.problem === '' ? 'No request matches.' : 'The search cannot be read, so nothing is shown.'}{' '}
        {search.q !== '' && (
          <a href={journalUrl(context, { q: undefined, before: undefined })} data-soft>
            Show all
          </a>
        )}
      </p>
    )
  }
  const [known] = publishedKeys(world.tables.users.values())
  return (
    <div class="empty">
      <p>Nothing yet. Send a first request:</p>
      <p class="line">
        <code id="first-request">
          curl -H 'Authorization: Bearer {known?.key ?? '$RENTAL_SIM_API_KEY'}' {origin}
          {prefix}/api/v0/instances/
        </code>
        <button type="button" data-copy="first-request">
          Copy
        </button>
      </p>
    </div>
  )
}
