import type { Question } from './ask.ts'
import { template } from './inputs.ts'

// The requests that are measured. The bare server of programs/raw.ts answers each as the simulator does.
export const listing: Question = { method: 'GET', path: '/api/v0/instances/' }
export const creation: Question = { method: 'POST', path: '/api/v0/template/', json: template }
export const groupUpdate: Question = {
  method: 'PUT',
  path: '/api/v0/endptjobs/4242/',
  json: { min_load: 10, target_util: 0.9, cold_mult: 2.5, cold_workers: 5, max_workers: 20 },
}
export const clouds: Question = { method: 'GET', path: '/api/v0/users/cloud_integrations/' }
export const tenVolumes: Question = {
  method: 'POST',
  path: '/api/v0/network_volumes/search/',
  json: { q: { storage_cost: { lte: 0.2 }, order: [['storage_cost', 'asc']], limit: 10 } },
}
export const templates = (filters?: object): Question => ({
  method: 'GET',
  path: `/api/v0/template/${filters === undefined ? '' : `?select_filters=${encodeURIComponent(JSON.stringify(filters))}`}`,
})
export const health: Question = { method: 'GET', path: '/_sim/health' }
export const reset: Question = { method: 'POST', path: '/_sim/reset' }

export const fault = (name: string, rest: object): Question => ({
  method: 'POST',
  path: '/_sim/faults',
  json: { name, ...rest },
})

/** Rows that clients add are bounded, so worlds that grow start anew now and then. */
export const creations: readonly Question[] = [...Array.from({ length: 1000 }, () => creation), reset]

/** The same in a sandbox of each connection. */
export const inItsOwnSandbox = (question: Question): Question => ({
  ...question,
  path: `/~player-<player>${question.path}`,
})
