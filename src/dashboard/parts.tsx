import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from './acts.tsx'
import { Link, type View } from './address.tsx'

export const grouped = (count: number): string => count.toLocaleString('en')

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** `15:43:03`, of an ISO 8601 instant. */
export const timeOf = (at: string): string => at.slice(11, 19)

interface StatusProps {
  readonly status: number
  readonly isInjected?: boolean
  readonly isHeld?: boolean
}

/** The status of a response, as loud as it is bad. */
export const Status = ({ status, isInjected = false, isHeld = false }: StatusProps) => (
  <span class={`status s${Math.floor(status / 100)}${isInjected ? ' injected' : ''}${isHeld ? ' held' : ''}`}>
    {isHeld ? 'held' : status === 0 ? 'lost' : status}
  </span>
)

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
  <span class="basis">
    <span class={`dot ${props.basis}`} aria-hidden="true" /> {basisInWords(props)}
  </span>
)

/** Text in which backticks mark code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly count?: number | undefined
  readonly children: ComponentChildren
}

/** A filter that is on or off. */
export const Chip = ({ isOn, onClick, count, children }: ChipProps) => (
  <button type="button" class="chip" aria-pressed={isOn} onClick={onClick}>
    {children}
    {count !== undefined && count > 0 && <span class="count">{grouped(count)}</span>}
  </button>
)

export const Empty = ({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
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

interface MenuProps {
  readonly label: ComponentChildren
  readonly name: string
  readonly class?: string
  readonly isOpenAtFirst?: boolean
  readonly children: (close: () => void) => ComponentChildren
}

/** A button with a sheet below it, which Escape and a click elsewhere close. */
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
  return (
    <div
      class={`menu ${kind}`}
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <button type="button" ref={button} aria-expanded={isOpen} aria-label={name} onClick={() => setIsOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && (
        <div class="sheet" role="group" aria-label={name}>
          {children(close)}
        </div>
      )}
    </div>
  )
}

/** Moves the focus among the items of a list that match, by the arrow keys. */
export function walk(event: KeyboardEvent, selector: string): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = items.findIndex((item) => item === document.activeElement)
  items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus()
  event.preventDefault()
}

interface DetailHeadProps {
  readonly kind: 'Row' | 'Rule' | 'Trial'
  /** Where the detail is open: closing it leaves that view. */
  readonly view: View
  /** A line below the title. */
  readonly facts?: string | undefined
  readonly children: ComponentChildren
}

/** The title of an open detail, and the link that closes it. */
export const DetailHead = ({ kind, view, facts, children }: DetailHeadProps) => (
  <header class="head">
    <div class="title">
      {children}
      <nav aria-label={kind}>
        <Link
          to={{ view, query: { [kind.toLowerCase()]: undefined } }}
          class="button icon"
          aria-label="Close"
          data-close
        >
          ×
        </Link>
      </nav>
    </div>
    {facts !== undefined && <p class="facts">{facts}</p>}
  </header>
)
