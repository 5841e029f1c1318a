import type { Question } from '../ask.ts'
import { raw } from '../contenders/raw.ts'
import { quiet } from '../contenders/rental-sim.ts'
import { HASH, INSTANCES, OFFERS_TO_RENT } from '../inputs.ts'
import { FIRST_PLAYER } from '../play.ts'
import { creation, groupUpdate, inItsOwnSandbox, listing, reset } from '../questions.ts'
import type { Comparison, Table } from './compared.ts'

const againstRaw = (name: string, atLeast: number, ...questions: readonly Question[]): Comparison => ({
  name,
  ours: { contender: quiet, questions },
  rival: { contender: raw, questions },
  atLeast,
})

const rent = (offer: number): Question => ({
  method: 'PUT',
  path: `/api/v0/asks/${offer}/`,
  json: { template_hash_id: HASH, env: '-e TZ=CET' },
})
/** Its hash_id changes with every edit, so each connection edits one of its own. */
const edits: readonly Question[] = [
  { ...creation, once: true, takes: { hash: /"hash_id":"(\w+)"/ } },
  {
    method: 'PUT',
    path: '/api/v0/template/',
    json: { hash_id: '<hash>', desc: 'edited for the time <loop>' },
    takes: { hash: /"hash_id":"(\w+)"/ },
  },
]
const list = (disk: string | number): Question => ({
  method: 'POST',
  path: '/api/v0/network_volume/',
  json: { disk_id: disk, size: 2000, price_disk: 0.02 },
})
const unlist: Question = { method: 'POST', path: '/api/v0/network_volumes/unlist/', json: { id: '#<offer>' } }

export const writes: Table = {
  title: 'Writes',
  about:
    'Against a bare node:http server that parses, checks, keeps what later requests name, and answers the same bytes. 32 connections; each rents in a sandbox of its own and starts it anew when all offers are rented.',
  comparisons: [
    againstRaw('update of an endpoint group', 0.35, groupUpdate),
    againstRaw(
      'rent with a template',
      0.35,
      ...[reset, ...Array.from({ length: OFFERS_TO_RENT }, (_, at) => rent(5000 + INSTANCES + at))].map(
        inItsOwnSandbox,
      ),
    ),
    againstRaw('edit of a template', 0.35, ...edits),
    againstRaw('list a network volume again', 0.35, list(FIRST_PLAYER)),
    againstRaw('list and unlist in turn', 0.35, { ...list('#<player>'), takes: { offer: /with id (\d+) / } }, unlist),
  ],
}

export const refusals: Table = {
  title: 'Refusals',
  about: 'Against the refusal of the bare server, with the same bytes. 32 connections.',
  comparisons: [
    againstRaw('401, a key of nobody', 0.35, { ...listing, key: 'nobody', status: 401 }),
    againstRaw('400, an unknown id', 0.35, { ...rent(77), status: 400 }),
    againstRaw('400, a wrong type', 0.35, { ...groupUpdate, json: { max_workers: 'x' }, status: 400 }),
    againstRaw('400, a wrong type in another body each time', 0.35, {
      ...groupUpdate,
      json: { max_workers: 'x<loop>' },
      status: 400,
    }),
    againstRaw('404, an unknown path', 0.35, { ...listing, path: '/api/v0/instancs/', status: 404 }),
  ],
}
