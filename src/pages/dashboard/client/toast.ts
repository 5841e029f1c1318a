/** How long a message stays, unless somebody points at it or is within it. */
const MS_SHOWN = 6000
/** The same where it tells what went wrong. */
const MS_PROBLEM_SHOWN = 15_000
/** How long an act can be undone. */
export const MS_TO_UNDO = 30_000

/** What takes back an act. */
export interface Undo {
  readonly act: () => void
  /** The latest exchange before the act, where all that came since is taken back, too. */
  readonly before?: number
}

interface Message {
  readonly isProblem?: boolean
  readonly undo?: Undo | undefined
}

let timer: ReturnType<typeof setTimeout> | undefined
let undo: Undo | undefined

const part = (id: string): HTMLElement | null => document.getElementById(id)

/** The number of the latest exchange that the page knows. */
const latestExchange = (): number => Number(part('top')?.dataset['state']?.split(' ')[1] ?? 0)

/** Tells what was done, or what went wrong, in the line at the foot of the page. */
export function tell(text: string, { isProblem = false, undo: offered }: Message = {}): void {
  const [said, complaint, dismiss] = [part('said'), part('complaint'), part('dismiss')]
  if (!said || !complaint || !dismiss) return
  said.textContent = isProblem ? '' : text
  complaint.textContent = isProblem ? text : ''
  dismiss.hidden = false
  undo = offered
  labelUndo()
  leaveAfter(offered === undefined ? (isProblem ? MS_PROBLEM_SHOWN : MS_SHOWN) : MS_TO_UNDO)
}

/** Says on the button what an undo takes back besides. It is called whenever the page is renewed. */
export function labelUndo(): void {
  const button = part('undo')
  if (button === null) return
  button.hidden = undo === undefined
  const since = undo?.before === undefined ? 0 : Math.max(0, latestExchange() - undo.before)
  button.textContent = since === 0 ? 'Undo' : `Undo (and ${since} ${since === 1 ? 'request' : 'requests'} since)`
}

export function hushToast(): void {
  clearTimeout(timer)
  undo = undefined
  for (const id of ['said', 'complaint']) part(id)?.replaceChildren()
  for (const id of ['undo', 'dismiss']) part(id)?.toggleAttribute('hidden', true)
}

/** Takes back the act that the message tells of. */
export function undoNow(): void {
  const offered = undo
  hushToast()
  offered?.act()
}

function leaveAfter(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (document.querySelector('#toast:is(:hover, :focus-within)') === null) hushToast()
    else leaveAfter(MS_SHOWN)
  }, ms)
}
