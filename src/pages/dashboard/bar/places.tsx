import { collections } from '../../../marketplace/collections.ts'
import { type PageContext, pageUrl, pageUrlIn } from '../page-context.ts'
import { viewsOf } from '../views/index.ts'

const MAX_PLACES = 12

interface Place {
  readonly kind: string
  readonly name: string
  readonly href: string
}

/** Where one can go to: what has the text in its name, or the number as its id. */
export const Places = ({ context, view }: { readonly context: PageContext; readonly view: string }) => {
  const text = (context.query['text'] ?? '').trim().toLowerCase()
  const named: readonly Place[] = [
    ...viewsOf(context).map(({ page, title }) => ({ kind: 'view', name: title, href: pageUrl(context, page) })),
    ...context.options.sandboxes
      .list()
      .map(({ name }) => ({ kind: 'sandbox', name, href: pageUrlIn(context, name, view) })),
    ...context.options.documents
      .scenarios()
      .map(({ name }) => ({ kind: 'scenario', name, href: pageUrl(context, 'scenarios', { text: name }) })),
  ]
  const found = [...numbered(context, text), ...named.filter(({ name }) => name.toLowerCase().includes(text))]
  return found.length === 0 ? (
    <p class="quiet">Nothing is called that.</p>
  ) : (
    <ul class="plain">
      {found.slice(0, MAX_PLACES).map(({ kind, name, href }) => (
        <li>
          <a href={href}>
            {name} <span class="quiet">{kind}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The exchange of that number, and the rows of that id. */
function numbered(context: PageContext, text: string): readonly Place[] {
  if (!/^#?\d{1,15}$/.test(text)) return []
  const id = Number(text.replace('#', ''))
  const { journal, tables } = context.world
  return [
    ...(journal.find(id) === undefined
      ? []
      : [{ kind: 'exchange', name: `#${id}`, href: pageUrl(context, 'journal', { exchange: id }) }]),
    ...collections
      .filter((collection) => tables[collection].get(id) !== undefined)
      .map((collection) => ({
        kind: 'row',
        name: `${collection} ${id}`,
        href: pageUrl(context, 'state', { collection, row: id }),
      })),
  ]
}
