import type { Fact } from '../../testing/trial/fact.ts'
import { TRIAL_FAULT } from '../../testing/trial/trial.ts'

/** Requests of a client that a report shows. */
const MAX_SHOWN_REQUESTS = 12

const MAX_SHOWN_CHARACTERS = 160
const beginning = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text

/** What a client sent around the call that met the fault, a line each: from the one before it on. */
export function requestLines(calls: readonly Fact[]): string[] {
  const met = calls.findIndex(({ fault }) => fault === TRIAL_FAULT)
  if (met === -1) return []
  const from = Math.max(0, met - 1)
  const shown = calls.slice(from, from + MAX_SHOWN_REQUESTS).map((fact) => lineOf(fact, calls[0] ?? fact))
  const more = calls.length - from - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}

function lineOf(
  { method, path, query, request, status, happened, fault, response, endedMs }: Fact,
  first: Fact,
): string {
  const asked = `${method} ${path}${query === '' ? '' : `?${query}`}${request === '' ? '' : ` ${beginning(request)}`}`
  const answer = status === 0 ? 'no response' : `${status} ${beginning(response)}`
  const how = fault === null ? '' : happened ? ', injected after it happened' : ', injected'
  return `${((endedMs - first.endedMs) / 1000).toFixed(2)} s: ${asked} -> ${answer.trimEnd()}${how}`
}
