import { DEFAULT_SANDBOX } from '../../../sandbox/sandboxes.ts'
import { type Look, pageUrl } from '../page-context.ts'
import { grouped, pageOf, Paging, Search, toSeconds } from '../parts.tsx'

const A_PAGE = 100

/** The worlds of this server: each test may have one of its own. */
export const Sandboxes = ({ look }: { readonly look: Look }) => {
  const text = look.query['text'] ?? ''
  const all = look.options.sandboxes.list().filter(({ name }) => name.includes(text))
  const page = pageOf(all, look.query['from'], A_PAGE)
  const to = (at: number) => pageUrl(look, 'sandboxes', { text, from: at === 0 ? undefined : at })
  return (
    <>
      <form class="line" data-open-sandbox>
        <label>
          Open or make{' '}
          <input name="name" required pattern="[A-Za-z0-9._\-]{1,64}" autocomplete="off" id="sandbox-name" />
        </label>
        <button>Open</button>
      </form>
      <Search action={pageUrl(look, 'sandboxes')} label="Sandboxes" text={text} />
      <Paging page={page} to={to} />
      <div class="scroller" tabindex={0} role="group" aria-label="Sandboxes">
        <table>
          <thead>
            <tr>
              <th scope="col">Sandbox</th>
              <th scope="col">Clock</th>
              <th scope="col">Scenario</th>
              <th scope="col" class="number">
                Exchanges
              </th>
              <th scope="col" class="number">
                Held
              </th>
              <th scope="col">
                <span class="unseen">Drop</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {page.shown.map(({ name, world }) => (
              <tr id={`sandbox-${name}`} class={name === look.sandbox.name ? 'open' : undefined}>
                <th scope="row">
                  <a href={pageUrl({ prefix: name === DEFAULT_SANDBOX ? '' : `/~${name}` }, 'journal')}>{name}</a>
                </th>
                <td data-label="Clock">
                  {toSeconds(world.clock.nowIso)} {world.clock.mode}
                </td>
                <td data-label="Scenario">{world.start.scenario?.name ?? 'none'}</td>
                <td class="number" data-label="Exchanges">
                  {grouped(world.journal.lastId)}
                </td>
                <td class="number" data-label="Held">
                  {world.holds.size}
                </td>
                <td>
                  {name !== DEFAULT_SANDBOX && (
                    <form data-call={`DELETE sandboxes/${name}`} data-done={`${name} is dropped.`}>
                      <button aria-label={`Drop ${name}`}>Drop</button>
                    </form>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form data-call="DELETE sandboxes" data-done="Only the default sandbox is left.">
        <button>Drop all but the default</button>
      </form>
    </>
  )
}
