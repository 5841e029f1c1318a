import { operations, rules } from '../../../marketplace/routes.ts'
import { type PageContext, pageUrl } from '../page-context.ts'
import { Search } from '../parts/fields.tsx'
import { counted } from '../parts/format.ts'
import { Detail } from '../parts/list.tsx'
import { Prose } from '../parts/prose.tsx'
import { Basis } from '../parts/text.tsx'
import { OpenRule } from './coverage/rule-details.tsx'

/** Every rule there is, those too that hold under another dialect only, and beside them the one that is open. */
export const Rules = ({ context }: { readonly context: PageContext }) => {
  const { query, world } = context
  const text = query['text'] ?? ''
  const open = query['rule']
  const shown = rules
    .map((rule) => ({ id: rule.id, form: world.rules.of(rule) }))
    .filter(({ id, form }) =>
      `${id} ${form.text} ${form.source} ${form.error}`.toLowerCase().includes(text.toLowerCase()),
    )
  const to = (rule?: string) => pageUrl(context, 'rules', { text, rule })
  return (
    <div class={open === undefined ? 'split' : 'split has-detail'}>
      <section class="master" aria-label="Rules">
        <div class="line tools">
          <Search
            action={pageUrl(context, 'rules')}
            label="Rules"
            text={text}
            placeholder="Find in names, texts and error codes"
          />
          <span class="quiet">
            {counted(shown.length, 'rule', 'rules')} of {counted(operations.length, 'operation', 'operations')}
          </span>
        </div>
        <ul class="plain touched">
          {shown.map(({ id, form }) => (
            <li id={`rule-${id}`} class={id === open ? 'open' : undefined}>
              <a href={to(id)} data-soft aria-current={id === open ? 'true' : undefined}>
                {id}
              </a>{' '}
              <Basis basis={form.basis} />
              <p>
                <Prose text={form.text} />
              </p>
            </li>
          ))}
        </ul>
      </section>
      {open !== undefined && (
        <Detail label={open} close={to()}>
          <OpenRule context={context} id={open} />
        </Detail>
      )}
    </div>
  )
}
