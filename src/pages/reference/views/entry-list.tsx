import { docsUrl, type ReferenceContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { groupsOf } from '../groups.ts'
import { Method } from '../method.tsx'

type EntryListProps = { readonly context: ReferenceContext; readonly entries: readonly Entry[] }

/** Everything that may be asked, by what it is about. */
export const EntryList = ({ context, entries }: EntryListProps) => (
  <>
    {groupsOf(entries).map(({ name, entries: members }) => (
      <section class="group">
        <h2>{name}</h2>
        <ul class="plain">
          {members.map(({ id, method, path, summary }) => (
            <li>
              <Method name={method} />
              <a href={docsUrl(context, id)}>{summary}</a>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)
