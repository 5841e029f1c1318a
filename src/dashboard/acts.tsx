import { useEffect, useState } from 'preact/hooks'
import type { UndoAct } from '../control/snapshots.ts'
import { goTo } from './address.tsx'
import { call, renew, textOfError, useCall } from './calls.ts'

/** What a person does to a sandbox. */
export interface Act {
  /** As the list of acts names it: `Reset`. */
  readonly text: string
  /** What the page says once it is done. */
  readonly done: string
  readonly route: string
  readonly body?: unknown
  /** Another sandbox than that of the address, which it changes. */
  readonly sandbox?: string
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

let said: Said | undefined
let pending = 0
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

export function say(text: string, options: Partial<Said> = {}): void {
  said = { text, isError: false, ...options }
  tell()
}

/** Says why an act failed. */
export const complain = (error: unknown): void => say(textOfError(error), { isError: true })

/** Shows that work is under way until it is done. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  pending += 1
  tell()
  try {
    return await work()
  } finally {
    pending -= 1
    tell()
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
      say(act.done, { undoId })
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
  if (undo === undefined || undo === 'snapshot') return named
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

const MS_SHOWN = 30_000
const MS_BEFORE_WORKING = 400

/** The line at the foot: what was done, with a way back, or why not. It is there only while it has something to say. */
export const Toast = () => {
  const [shown, setShown] = useState<Said | undefined>(said)
  const [isWorking, setIsWorking] = useState(false)
  const acts = useUndoList()
  useEffect(() => {
    const listener = (): void => setShown(said)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = (): void => {
      clearTimeout(timer)
      if (pending === 0) setIsWorking(false)
      else timer = setTimeout(() => setIsWorking(pending > 0), MS_BEFORE_WORKING)
    }
    listeners.add(listener)
    return () => {
      clearTimeout(timer)
      listeners.delete(listener)
    }
  }, [])
  useEffect(() => {
    if (shown === undefined) return undefined
    const timer = setTimeout(() => {
      if (said !== shown) return
      said = undefined
      tell()
    }, MS_SHOWN)
    return () => clearTimeout(timer)
  }, [shown])
  const act = acts.find(({ id }) => id === shown?.undoId)
  return (
    <div class="toasts">
      <div role="status" class={shown !== undefined && !shown.isError ? 'toast' : undefined}>
        {isWorking ? 'Working…' : shown?.isError === false && shown.text}
        {!isWorking && shown?.isError === false && act !== undefined && (
          <button type="button" onClick={() => void undo(act)}>
            Undo{alsoLost(act)}
          </button>
        )}
      </div>
      <div role="alert" class={shown?.isError === true ? 'toast wrong' : undefined}>
        {shown?.isError === true && shown.text}
      </div>
    </div>
  )
}
