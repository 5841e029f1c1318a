import { counted, grouped } from './format.ts'
import { type JsonKeys, type JsonNode, jsonTree, MAX_VALUES } from './json-tree.ts'

/** The URL that a value leads to, such as that of the row whose id it is. */
export type LinkOf = (keys: JsonKeys, value: unknown) => string | undefined

const MAX_JSON_CHARACTERS = 20_000
/** Of a text within a document. */
const MAX_VALUE_CHARACTERS = 1000

type JsonProps = {
  readonly label: string
  readonly value: unknown
  /** The URL of the whole of it, for what is too long to be shown. */
  readonly whole: string
  /** The URL of the same page with more values. */
  readonly more?: string
  readonly maxValues?: number
  /** Where it stands in the exchange, as `response.body`: the script copies values of it from there. */
  readonly place?: string
  readonly linkOf?: LinkOf
  /** A value of more items is folded. */
  readonly openItems?: number
}

/** A JSON value that folds; its text is the JSON itself as long as it is shown whole. What is not JSON is shown as text. */
export const Json = (props: JsonProps) => {
  const { label, value, whole, more, maxValues = MAX_VALUES, place, linkOf = () => undefined, openItems } = props
  if (typeof value === 'string') {
    return (
      <>
        <pre class="block" tabindex={0} role="group" aria-label={label}>
          {value.slice(0, MAX_JSON_CHARACTERS)}
        </pre>
        {value.length > MAX_JSON_CHARACTERS && (
          <p class="quiet">
            The first {grouped(MAX_JSON_CHARACTERS)} of {grouped(value.length)} characters.{' '}
            <a href={whole}>All of it</a>
          </p>
        )}
      </>
    )
  }
  const { root, isCut } = jsonTree(value, maxValues, openItems)
  return (
    <>
      <div class="json" tabindex={0} role="group" aria-label={label} data-place={place}>
        <Node node={root} linkOf={linkOf} end="" />
      </div>
      {isCut && (
        <p class="quiet">
          The first {grouped(maxValues)} values.{' '}
          {more === undefined ? (
            <a href={whole}>All of it</a>
          ) : (
            <a href={more} data-soft>
              Show all
            </a>
          )}
        </p>
      )}
      {place !== undefined && (
        <button type="button" class="bare" data-copy-place={place}>
          Copy {label.toLowerCase()}
        </button>
      )}
    </>
  )
}

type NodeProps = { readonly node: JsonNode; readonly linkOf: LinkOf; readonly end: string }

const Node = ({ node, linkOf, end }: NodeProps) => {
  const { keys, value, branch } = node
  const key = keys.at(-1)
  const name = typeof key === 'string' ? <Name name={key} /> : null
  if (branch === undefined || branch.count === 0) {
    return (
      <>
        {name}
        <Scalar value={value} href={linkOf(keys, value)} />
        {end}
      </>
    )
  }
  const { isList, isOpen, items, count } = branch
  return (
    <details open={isOpen}>
      <summary data-folded={foldedText(node)}>
        {name}
        {isList ? '[' : '{'}
      </summary>
      <ul>
        {items.map((item, at) => (
          <li {...(isList ? { 'data-index': at } : { 'data-key': item.keys.at(-1) })}>
            <Node node={item} linkOf={linkOf} end={at + 1 < count ? ',' : ''} />
          </li>
        ))}
        {items.length < count && <li class="quiet">… {counted(count - items.length, 'more', 'more')}</li>}
      </ul>
      {isList ? ']' : '}'}
      {end}
    </details>
  )
}

const Name = ({ name }: { readonly name: string }) => (
  <>
    <span class="k">{JSON.stringify(name)}</span>:{' '}
  </>
)

/** What stands in for the items of a folded value. */
function foldedText({ value, branch }: JsonNode): string {
  const end = branch?.isList === true ? ']' : '}'
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined
  const size = counted(branch?.count ?? 0, 'item', 'items')
  return `${typeof id === 'number' ? `id ${id} · ` : ''}${size} ${end}`
}

const Scalar = ({ value, href }: { readonly value: unknown; readonly href: string | undefined }) => {
  const text = JSON.stringify(value) ?? 'null'
  const shown =
    text.length > MAX_VALUE_CHARACTERS
      ? `${text.slice(0, MAX_VALUE_CHARACTERS)}… ${grouped(text.length)} characters`
      : text
  const kind = typeof value === 'string' ? 's' : typeof value === 'number' ? 'n' : 'w'
  return href === undefined ? (
    <span class={kind}>{shown}</span>
  ) : (
    <a class={kind} href={href}>
      {shown}
    </a>
  )
}
