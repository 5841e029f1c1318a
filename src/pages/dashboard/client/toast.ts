/** How long a message stays, unless somebody points at it or is within it. */
const MS_SHOWN = 6000
/** The same where it tells what went wrong. */
const MS_PROBLEM_SHOWN = 15_000
/** How long an act can be undone. */
export const MS_TO_UNDO = 30_000
/** From the act to its message, and from the edge of the window, in pixels. */
const GAP = 8

interface Message {
  /** What the act was done with: the message stands beside it. */
  readonly near?: Element | undefined
  readonly isProblem?: boolean
  readonly undo?: () => void
}

let timer: ReturnType<typeof setTimeout> | undefined
let frame = 0
let undo: (() => void) | undefined
/** What the message stands beside, and where that was when it was last there. */
let anchor: { readonly element: Element; rect: DOMRect } | undefined

/** Remembers where an act is, which may take away the button it was done with. */
export const actingAt = (element: Element): void => {
  anchor = { element, rect: element.getBoundingClientRect() }
}

/** Tells what was done, or what went wrong, beside the act. */
export function tell(text: string, { near, isProblem = false, undo: undoAct }: Message = {}): void {
  const [toast, said, complaint, button] = ['toast', 'said', 'complaint', 'undo'].map((id) =>
    document.getElementById(id),
  )
  if (!toast || !said || !complaint || !button) return
  if (toast.matches(':popover-open')) toast.hidePopover()
  // It is shown before it has its text: only then is the text read out.
  toast.showPopover()
  said.textContent = isProblem ? '' : text
  complaint.textContent = isProblem ? text : ''
  button.hidden = undoAct === undefined
  undo = undoAct
  if (near === undefined) anchor = undefined
  else if (near !== anchor?.element) actingAt(near)
  follow(toast)
  leaveAfter(undoAct === undefined ? (isProblem ? MS_PROBLEM_SHOWN : MS_SHOWN) : MS_TO_UNDO)
}

export function hushToast(): void {
  clearTimeout(timer)
  const toast = document.getElementById('toast')
  for (const each of toast?.querySelectorAll('p') ?? []) each.textContent = ''
  if (toast?.matches(':popover-open')) toast.hidePopover()
}

/** Takes back the act that the message tells of. */
export function undoNow(): void {
  const act = undo
  undo = undefined
  hushToast()
  act?.()
}

function leaveAfter(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (document.querySelector('#toast:is(:hover, :focus-within)') === null) hushToast()
    else leaveAfter(MS_SHOWN)
  }, ms)
}

/** Below the act, above it where there is no room, else at the foot of the window. */
function place(toast: HTMLElement): void {
  if (anchor?.element.isConnected === true) anchor.rect = anchor.element.getBoundingClientRect()
  const near = anchor?.rect
  const { width, height } = toast.getBoundingClientRect()
  const isAside = near !== undefined && near.width > 0 && innerWidth > 700
  const left = isAside ? near.left : (innerWidth - width) / 2
  const below = isAside ? near.bottom + GAP : innerHeight
  const top = below + height + GAP > innerHeight ? (isAside ? near.top : innerHeight) - height - GAP : below
  const x = Math.max(GAP, Math.min(left, innerWidth - width - GAP))
  toast.style.translate = `${Math.round(x)}px ${Math.round(Math.max(GAP, top))}px`
}

/** Keeps the message beside the act, which moves as the page renews itself. */
function follow(toast: HTMLElement): void {
  if (!toast.matches(':popover-open')) return
  place(toast)
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => follow(toast))
}
