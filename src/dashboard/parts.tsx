import { type ComponentChildren, type ComponentProps, Fragment } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button, say } from './acts.tsx'
import { Link } from './address.tsx'

export const grouped = (count: number): string => count.toLocaleString('en')

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** `15:43:03`, of an ISO 8601 instant. */
export const timeOf = (at: string): string => at.slice(11, 19)

/** `network disks`, of the name of a collection or a field. */
export const spaced = (name: string): string => name.replaceAll('_', ' ')

/** Whether every word of a search is in a text. */
export const hasWords = (search: string, text: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))

interface StatusProps {
  readonly status: number
  readonly isInjected?: boolean
  readonly isHeld?: boolean
}

/** The status of a response, as loud as it is bad. */
export const Status = ({ status, isInjected = false, isHeld = false }: StatusProps) => {
  const tone = isInjected
    ? 'filled pink'
    : status >= 500 || status === 0
      ? 'filled red'
      : status >= 400 && 'filled amber'
  return (
    <span class={`status ${isHeld ? 'held pink' : tone || ''}`}>
      {isHeld ? 'held' : status === 0 ? 'lost' : status}
    </span>
  )
}

interface BasisProps {
  readonly basis: string
  readonly strength?: string | null | undefined
}

const EVIDENCE: Readonly<Record<string, string>> = {
  'seen-live': 'live',
  published: 'published',
  judgement: 'our judgement',
}

export const basisInWords = ({ basis, strength }: BasisProps): string =>
  strength === null || strength === undefined ? basis : `${basis}, evidence: ${EVIDENCE[strength] ?? strength}`

/** Where an answer comes from: a dot, in words on hover. */
export const Dot = (props: BasisProps) => (
  <span class={`dot ${props.basis}`} title={basisInWords(props)}>
    <span class="unseen">{basisInWords(props)}</span>
  </span>
)

export const Basis = (props: BasisProps) => (
  <span>
    <span class={`dot ${props.basis}`} aria-hidden="true" /> {basisInWords(props)}
  </span>
)

/** Text in which backticks mark code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)

export const Empty = ({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
)

type Term = readonly [name: string, meaning: ComponentChildren]

/** Names, each with its meaning; one without a meaning is left out. */
export const Terms = ({ class: kind = '', of }: { readonly class?: string; readonly of: readonly Term[] }) => (
  <dl class={`terms ${kind}`}>
    {of.map(([name, meaning]) =>
      meaning === null || meaning === undefined ? null : (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{meaning}</dd>
        </Fragment>
      ),
    )}
  </dl>
)

export const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre class="box" tabindex={0} role="group" aria-label={label}>
    {text}
  </pre>
)

interface RuleFoldProps extends BasisProps {
  readonly id: string
  readonly text: string
  readonly source: string | undefined
  readonly note?: string | false
  readonly isOpen?: boolean
}

export const RuleLink = ({ id }: { readonly id: string }) => (
  <Link to={{ view: 'coverage', query: { rule: id } }}>{id}</Link>
)

/** A rule in one line, which opens to its words and its evidence. */
export const RuleFold = ({ id, text, source, note = false, isOpen = false, ...basis }: RuleFoldProps) => (
  <details id={id} open={isOpen}>
    <summary class="cut">
      <Dot {...basis} /> {id} <span class="quiet">{note}</span>
    </summary>
    <p>
      <Prose text={text} />
    </p>
    {source !== undefined && source !== '' && (
      <p class="quiet">
        <Prose text={source} /> <RuleLink id={id} />
      </p>
    )}
  </details>
)

/** Copies a text, and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`Copied ${what}.`)
  } catch {
    say('The browser did not allow to copy.', { isError: true })
  }
}

type CopyProps = ComponentProps<'button'> & { readonly text: string; readonly what: string }

export const Copy = ({ text, what, ...rest }: CopyProps) => <Button {...rest} onClick={() => void copy(text, what)} />

export const CopyCurl = ({ text, class: kind }: { readonly text: string; readonly class?: string }) => (
  <Copy text={text} what="the curl command" class={kind} data-curl>
    Copy curl
  </Copy>
)

type InputProps = Omit<ComponentProps<'input'>, 'role' | 'list' | 'type'> & { readonly set: (text: string) => void }

export const Input = ({ set, ...rest }: InputProps) => (
  <input
    type="text"
    autocomplete="off"
    spellcheck={false}
    {...rest}
    onInput={({ currentTarget }) => set(currentTarget.value)}
  />
)

type SearchProps = InputProps & { readonly label: string }

export const Search = ({ label, set, ...rest }: SearchProps) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    autocomplete="off"
    spellcheck={false}
    {...rest}
    onInput={({ currentTarget }) => set(currentTarget.value)}
  />
)

const MS_TYPING = 150

type RowSearchProps = Omit<SearchProps, 'set'> & {
  readonly value: string
  readonly search: (text: string) => void
  /** The row that Enter and the arrow down lead to: 0 or -1. */
  readonly row: number
}

/** A search that is part of the address: it is made a moment after the last key. */
export const RowSearch = ({ value, search, row, ...rest }: RowSearchProps) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  const send = (): void => {
    if (typed === sent.current) return
    sent.current = typed
    search(typed)
  }
  useEffect(() => {
    const timer = setTimeout(send, MS_TYPING)
    return () => clearTimeout(timer)
  }, [typed])
  const toRows = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    send()
    ;[...document.querySelectorAll<HTMLElement>('[data-row]')].at(row)?.focus()
  }
  return <Search {...rest} data-search value={typed} set={setTyped} onKeyDown={toRows} />
}

type TextProps = ComponentProps<'textarea'> & { readonly set: (text: string) => void }

export const TextArea = ({ set, ...rest }: TextProps) => (
  <textarea spellcheck={false} {...rest} onInput={({ currentTarget }) => set(currentTarget.value)} />
)

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: readonly (readonly [value: Value, words: string])[]
  readonly chosen: string | undefined
  readonly choose: (value: Value) => void
}

/** A choice of one among a few. */
export const Segments = <Value extends string>({ label, options, chosen, choose }: SegmentsProps<Value>) => (
  <div class="line" role="group" aria-label={label}>
    {options.map(([value, words]) => (
      <Chip key={value} isOn={value === chosen} onClick={() => choose(value)}>
        {words}
      </Chip>
    ))}
  </div>
)

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly count?: number | undefined
  readonly children: ComponentChildren
}

/** A filter that is on or off. */
export const Chip = ({ isOn, onClick, count, children }: ChipProps) => (
  <Button class="chip" aria-pressed={isOn} onClick={onClick}>
    {children}
    {count !== undefined && count > 0 && <span class="pill">{grouped(count)}</span>}
  </Button>
)

/** Moves the focus among the items of a list that match, by the arrow keys. */
export function walk(event: KeyboardEvent, selector: string): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.defaultPrevented || !(event.currentTarget instanceof HTMLElement)) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = items.findIndex((item) => item === document.activeElement)
  items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus()
  event.preventDefault()
}

interface MenuProps {
  readonly label: ComponentChildren
  readonly name: string
  readonly class?: string
  readonly isOpenAtFirst?: boolean
  readonly children: ComponentChildren
}

/** A button with a sheet below it. The arrow keys walk the sheet; one of its items, Escape and a click elsewhere close it. */
export const Menu = ({ label, name, class: kind = '', isOpenAtFirst = false, children }: MenuProps) => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const outside = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) setIsOpen(false)
    }
    addEventListener('pointerdown', outside)
    place.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => removeEventListener('pointerdown', outside)
  }, [isOpen])
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return
    walk(event, 'button, .sheet :is(a, input)')
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    <div class={`menu ${kind}`} ref={place} onKeyDown={onKeyDown}>
      <button type="button" ref={button} aria-expanded={isOpen} aria-label={name} onClick={() => setIsOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && (
        <div
          class="sheet"
          role="group"
          aria-label={name}
          onClick={({ target }) => target instanceof Element && target.closest(CLOSING) && close()}
          onChange={({ target }) => target instanceof HTMLInputElement && target.type === 'file' && close()}
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** Parts of a menu after which it closes. From one event of the clock one goes on to the next. */
const CLOSING = 'button.item:not([data-stays]), a.item, .sandbox > a'

const VIEW_OF = { Request: 'requests', Row: 'data', Rule: 'coverage', Trial: 'coverage' } as const

interface DetailProps {
  readonly kind: keyof typeof VIEW_OF
  readonly label: string
  readonly title: ComponentChildren
  /** Links to what comes before and after it. */
  readonly neighbours?: ComponentChildren
  /** A line below the title. */
  readonly facts?: ComponentChildren
  /** Why it is not what it was, or is not there. */
  readonly lost?: string | undefined
  readonly children: ComponentChildren
}

/** What is open beside a list. */
export const Detail = ({ kind, label, title, neighbours, facts, lost, children }: DetailProps) => {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.scrollTo({ top: 0 }), [label])
  return (
    <section
      class={lost === undefined ? 'detail' : 'detail gone'}
      aria-label={label}
      ref={place}
      tabindex={-1}
      data-detail
    >
      <header class="head">
        <div class="between">
          {title}
          <nav class="line" aria-label={neighbours === undefined ? kind : 'Neighbours'}>
            {neighbours}
            <Link
              to={{ view: VIEW_OF[kind], query: { [kind.toLowerCase()]: undefined } }}
              class="button icon"
              aria-label="Close"
              data-close
            >
              ×
            </Link>
          </nav>
        </div>
        {facts !== undefined && <p class="line wide quiet">{facts}</p>}
      </header>
      {lost !== undefined && (
        <p class="box" role="status">
          {lost}
        </p>
      )}
      {children}
    </section>
  )
}
