import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link } from './address.tsx'
import { Button } from './acts.tsx'
import { Copy, grouped, Search } from './parts.tsx'

/** Values that are shown before somebody asks for all. */
const MAX_VALUES = 300
const MAX_TEXT = 2000
/** Folds that are open at first: those at the top, and short ones. */
const OPEN_DEPTH = 2
const MAX_OPEN_ITEMS = 12

interface JsonProps {
  /** As `Response body`. */
  readonly label: string
  readonly value: unknown
  /** The collection of an id, by the name of its field. */
  readonly rows?: Readonly<Record<string, string>>
}

/** JSON in folds, with copy and find in its corner. */
export const Json = ({ label, value, rows = {} }: JsonProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const [find, setFind] = useState('')
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const view = new JsonView(rows, find.trim().toLowerCase(), isWhole ? Infinity : MAX_VALUES)
  return (
    <div class="json box" role="group" aria-label={label} tabindex={0}>
      <div class="line corner">
        <Search label={`Find in ${label.toLowerCase()}`} placeholder="Find" value={find} set={setFind} />
        <Copy text={text} what={label.toLowerCase()} aria-label={`Copy ${label.toLowerCase()}`}>
          Copy
        </Copy>
      </div>
      {/* Another search is another tree: its folds open where it finds something. */}
      <div class="tree" key={find}>
        {view.show(value, '', 0)}
      </div>
      {view.isCut && <Button onClick={() => setIsWhole(true)}>Show all</Button>}
    </div>
  )
}

class JsonView {
  readonly #rows: Readonly<Record<string, string>>
  readonly #find: string
  #left: number

  constructor(rows: Readonly<Record<string, string>>, find: string, maxValues: number) {
    this.#rows = rows
    this.#find = find
    this.#left = maxValues
  }

  get isCut(): boolean {
    return this.#left <= 0
  }

  /** @param label stands before it: the name of a field, or the place in a list */
  show(value: unknown, name: string, depth: number, label?: ComponentChildren): ComponentChildren {
    this.#left -= 1
    const items: readonly (readonly [string, unknown])[] =
      typeof value === 'object' && value !== null ? Object.entries(value) : []
    const isList = Array.isArray(value)
    if (items.length === 0)
      return (
        <>
          {label} {typeof value === 'object' && value !== null ? (isList ? '[]' : '{}') : this.#leaf(value, name)}
        </>
      )
    const hasFound = this.#find !== '' && JSON.stringify(value).toLowerCase().includes(this.#find)
    const isOpen = hasFound || depth < OPEN_DEPTH || (items.length <= MAX_OPEN_ITEMS && depth < OPEN_DEPTH * 2)
    const shown: ComponentChildren[] = []
    for (const [key, item] of items) {
      if (this.#left <= 0) break
      const own = isList ? <span class="quiet">{key}</span> : <span class="key">{this.#marked(key)}</span>
      shown.push(<li key={key}>{this.show(item, isList ? name : key, depth + 1, own)}</li>)
    }
    return (
      <details open={isOpen}>
        <summary>
          {label} <span class="quiet">{isList ? `[${grouped(items.length)}]` : `{${grouped(items.length)}}`}</span>
        </summary>
        <ul>{shown}</ul>
      </details>
    )
  }

  #leaf(value: unknown, name: string): ComponentChildren {
    const collection = this.#rows[name]
    if (typeof value === 'number' && collection !== undefined && value > 0)
      return (
        <Link class="number" to={{ view: 'data', query: { collection, row: value } }}>
          {this.#marked(String(value))}
        </Link>
      )
    if (typeof value === 'string') return <LongText text={value} marked={(text) => this.#marked(text)} />
    return <span class={value === null ? 'quiet' : typeof value}>{this.#marked(String(value))}</span>
  }

  #marked(text: string): ComponentChildren {
    const at = this.#find === '' ? -1 : text.toLowerCase().indexOf(this.#find)
    if (at === -1) return text
    const end = at + this.#find.length
    return (
      <>
        {text.slice(0, at)}
        <mark>{text.slice(at, end)}</mark>
        {text.slice(end)}
      </>
    )
  }
}

interface LongTextProps {
  readonly text: string
  readonly marked: (text: string) => ComponentChildren
}

const LongText = ({ text, marked }: LongTextProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = text.length > MAX_TEXT && !isWhole
  return (
    <span class="string">
      "{marked(isCut ? text.slice(0, MAX_TEXT) : text)}"
      {isCut && <Button onClick={() => setIsWhole(true)}>… {grouped(text.length)} characters</Button>}
    </span>
  )
}
