import type { HtmlEscapedString } from 'hono/utils/html'
import { Json } from '../../dashboard/parts/json.tsx'
import { Basis } from '../../dashboard/parts/text.tsx'

/** An instance has about ninety fields. */
const OPEN_ITEMS = 100

interface Answer {
  readonly response: Response
  readonly text: string
  readonly tookMs: number
  /** From the page to where the paths of the sandbox begin. */
  readonly root: string
}

interface NamedRule {
  readonly id: string
  /** Undefined for what is not a rule of the page, as the name of a fault. */
  readonly text: string | undefined
  readonly isCommon: boolean
}

const written = async (element: HtmlEscapedString | Promise<HtmlEscapedString>): Promise<string> =>
  String(await element)

const journal = (root: string, exchange?: string): string =>
  `${root}_sim/ui/journal${exchange === undefined ? '' : `?exchange=${exchange}`}`

/** The page has the texts of the rules that may shape the answer. */
function ruleNamed(id: string): NamedRule {
  const place = document.getElementById(id)
  return {
    id,
    text: place?.querySelector('.text')?.textContent ?? undefined,
    isCommon: place?.dataset['common'] !== undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What came: the status, why, and the body. */
export function shownAnswer({ response, text, tookMs, root }: Answer): Promise<string> {
  const { status, headers } = response
  const header = (name: string): string | undefined => headers.get(`x-sim-${name}`) ?? undefined
  const exchange = header('exchange')
  const basis = header('basis')
  const hint = header('hint')
  const rules = (header('rules') ?? '').split(/,\s*/).flatMap((id) => (id === '' ? [] : [ruleNamed(id)]))
  const shown = [...headers].filter(([name]) => !name.startsWith('x-sim-'))
  return written(
    <>
      <p class="answer-head">
        <b class={`status s${Math.trunc(status / 100)}`}>{status}</b> <span>{response.statusText}</span>{' '}
        <span class="quiet">{tookMs} ms</span> {basis !== undefined && <Basis basis={basis} />}{' '}
        {exchange !== undefined && <a href={journal(root, exchange)}>Exchange {exchange}</a>}
      </p>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {text === '' ? (
        <p class="quiet">It has no body.</p>
      ) : (
        <Json label="Answer" value={parsed(text)} whole={journal(root, exchange)} openItems={OPEN_ITEMS} />
      )}
      <Rules rules={rules} />
      <details>
        <summary>{shown.length} headers</summary>
        <dl class="facts headers">
          {shown.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      </details>
    </>,
  )
}

const Rules = ({ rules }: { readonly rules: readonly NamedRule[] }) => {
  const own = rules.filter(({ isCommon }) => !isCommon)
  const common = rules.filter(({ isCommon }) => isCommon)
  return rules.length === 0 ? null : (
    <>
      <h2>Why</h2>
      <List rules={own} />
      {common.length > 0 && (
        <details>
          <summary>
            {common.length} {common.length === 1 ? 'rule' : 'rules'} of every request
          </summary>
          <List rules={common} />
        </details>
      )}
    </>
  )
}

const List = ({ rules }: { readonly rules: readonly NamedRule[] }) => (
  <ul class="plain shaped">
    {rules.map(({ id, text }) => (
      <li>
        {text === undefined ? (
          <code>{id}</code>
        ) : (
          <a href={`#${id}`}>
            <code>{id}</code>
          </a>
        )}{' '}
        {text}
      </li>
    ))}
  </ul>
)

export const waiting = (root: string): Promise<string> =>
  written(
    <p class="answer-head">
      <span class="quiet">Waiting for the answer.</span> <a href={journal(root)}>Journal</a>
    </p>,
  )

export const lost = (root: string): Promise<string> =>
  written(
    <p class="answer-head">
      <b class="status s0">lost</b> <span>No answer came.</span> <a href={journal(root)}>Journal</a>
    </p>,
  )
