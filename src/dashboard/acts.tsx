import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { UndoAct } from '../control/snapshots.ts'
import { MASK } from '../kernel/secret.ts'
import { goTo } from './address.tsx'
import { call, renew, textOfError, useCall } from './calls.ts'
import { Store } from './store.ts'

/** What a person does to a sandbox. */
export interface Act {
  /** As the list of acts names it: `Reset`. */
  readonly text: string
  /** What the page says once it is done: the text, unless it says otherwise. */
  readonly done?: string | undefined
  readonly route: string
  readonly body?: unknown
  /** Another sandbox than that of the address, which it changes. */
  readonly sandbox?: string | undefined
  /** The call that takes it back alone, or `snapshot`: the whole sandbox is restored. Undefined for what changes nothing. */
  readonly undo?: Back | 'snapshot' | undefined
}

interface Back {
  readonly route: string
  readonly body?: unknown
}

interface Said {
  readonly text: string
  readonly isError: boolean
  /** The act that can be undone. */
  readonly undoId?: number | undefined
}

const said = new Store<Said | undefined>(undefined)
const pending = new Store(0)

export const say = (text: string, options: Partial<Said> = {}): void =>
  void (said.value = { text, isError: false, ...options })

/** Says why an act failed. */
export const complain = (error: unknown): void => say(textOfError(error), { isError: true })

/** Shows that work is under way until it is done. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  pending.value += 1
  try {
    return await work()
  } finally {
    pending.value -= 1
    renew()
  }
}

/** Carries an act out, and says so with a way back. @returns what the call answered; undefined where it was refused */
export async function carryOut<Reply>(act: Act): Promise<Reply | undefined> {
  return working(async () => {
    let undoId: number | undefined
    try {
      if (act.undo !== undefined) undoId = (await call<{ readonly id: number }>('POST undo', undoBody(act))).id
      const reply = await call<Reply>(act.route, act.body, isOfServer(act) ? undefined : act.sandbox)
      say(act.done ?? `${act.text}.`, { undoId })
      return reply
    } catch (error) {
      if (undoId !== undefined) await call(`DELETE undo/${undoId}`).catch(() => undefined)
      complain(error)
      return undefined
    }
  })
}

/** The sandboxes are those of the server: they are named in the path of the call. */
const isOfServer = ({ route }: Act): boolean => route.includes(' sandboxes/')

function undoBody({ text, undo, sandbox }: Act): object {
  const named = { text, ...(sandbox !== undefined && { sandbox }) }
  // A call that would write the mask of a secret back gives way to a snapshot.
  if (undo === undefined || undo === 'snapshot' || JSON.stringify(undo).includes(MASK)) return named
  const [method, path] = undo.route.split(' ')
  return { ...named, back: { method, path, ...(undo.body !== undefined && { body: undo.body }) } }
}

/** Takes an act back: by its own call, or by its snapshot. */
export async function undo(act: UndoAct): Promise<void> {
  await working(async () => {
    try {
      if (act.back === null) {
        await call(`POST undo/${act.id}`)
      } else {
        await call(`${act.back.method} ${act.back.path}`, act.back.body, act.sandbox)
        await call(`DELETE undo/${act.id}`)
      }
      say(`Undone: ${act.text}.`)
      if (act.text === `Delete ${act.sandbox}`) goTo({ sandbox: act.sandbox })
    } catch (error) {
      complain(error)
    }
  })
}

/** What undoing an act takes away besides it. */
export const alsoLost = ({ requests_since: since }: UndoAct): string =>
  since === 0 ? '' : ` (and ${since} ${since === 1 ? 'request' : 'requests'} since)`

export const useUndoList = (): readonly UndoAct[] =>
  useCall<{ readonly acts: readonly UndoAct[] }>('undo').data?.acts ?? []

/** A button, which sends a form only where it says so. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

/** A button that carries an act out, and is named by it. */
export const ActButton = ({ text, done, route, body, sandbox, undo, ...rest }: ComponentProps<'button'> & Act) => (
  <Button aria-label={text} {...rest} onClick={() => void carryOut({ text, done, route, body, sandbox, undo })} />
)

const MS_SHOWN = 30_000
const MS_BEFORE_WORKING = 400

/** The line at the foot: what was done, with a way back, or why not. It is there only while it has something to say. */
export const Toast = () => {
  const shown = said.use()
  const isPending = pending.use() > 0
  const [isWorking, setIsWorking] = useState(false)
  const act = useUndoList().find(({ id }) => id === shown?.undoId)
  useEffect(() => {
    setIsWorking(false)
    const timer = setTimeout(() => setIsWorking(isPending), MS_BEFORE_WORKING)
    return () => clearTimeout(timer)
  }, [isPending])
  useEffect(() => {
    const timer = setTimeout(() => (said.value = undefined), MS_SHOWN)
    return () => clearTimeout(timer)
  }, [shown])
  const [done, wrong] = shown?.isError === true ? [undefined, shown.text] : [shown?.text, undefined]
  return (
    <div class="toasts">
      <div role="status" class={done !== undefined || isWorking ? 'between toast' : undefined}>
        {isWorking ? 'Working…' : done}
        {!isWorking && done !== undefined && act !== undefined && (
          <Button onClick={() => void undo(act)}>Undo{alsoLost(act)}</Button>
        )}
      </div>
      <div role="alert" class={wrong === undefined ? undefined : 'between toast red'}>
        {wrong}
      </div>
    </div>
  )
}
