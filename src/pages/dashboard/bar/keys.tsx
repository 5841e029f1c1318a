import type { PageContext } from '../page-context.ts'
import { type View, viewsOf } from '../views/index.ts'

/** The letter after `g` that leads to a view, and what else keys do. */
export const viewKeys: Readonly<Record<View['page'], string>> = {
  journal: 'j',
  state: 's',
  faults: 'f',
  clock: 'c',
  coverage: 'v',
  findings: 'i',
  sweep: 'w',
}

const keys = [
  [['/'], 'search'],
  [['j'], 'next row'],
  [['k'], 'row before'],
  [['Enter'], 'open the row'],
  [['Esc'], 'close what is open'],
  [['?'], 'these keys'],
] as const

/** What the keys do, which opens over every page. */
export const Keys = ({ context }: { readonly context: PageContext }) => (
  <div id="keys" popover="auto" role="dialog" tabindex={-1} aria-labelledby="keys-title" class="sheet over">
    <h2 id="keys-title">Keys</h2>
    <dl class="facts">
      {keys.map(([pressed, does]) => (
        <>
          <dt>
            {pressed.map((key) => (
              <kbd>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </>
      ))}
      {viewsOf(context).map(({ page, title }) => (
        <>
          <dt>
            <kbd>g</kbd> <kbd>{viewKeys[page]}</kbd>
          </dt>
          <dd>{title}</dd>
        </>
      ))}
    </dl>
  </div>
)
