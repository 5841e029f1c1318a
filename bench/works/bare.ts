import type { Question } from '../ask.ts'
import { raw } from '../contenders/raw.ts'
import { quiet } from '../contenders/rental-sim.ts'
import { HASH, INSTANCES, OFFERS_TO_RENT } from '../inputs.ts'
import { FIRST_PLAYER } from '../play.ts'
import { clouds, creation, groupUpdate, inItsOwnSandbox, listing, reset, templates, tenVolumes } from '../questions.ts'
import type { Comparison, Table } from './compared.ts'

/** The mix creates so many templates before it starts anew; its search finds what it created so far. */
const MIX_LOOPS = 60

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
    againstRaw('update of an endpoint group', 0.55, groupUpdate),
    againstRaw(
      'rent with a template',
      0.55,
      ...[reset, ...Array.from({ length: OFFERS_TO_RENT }, (_, at) => rent(5000 + INSTANCES + at))].map(
        inItsOwnSandbox,
      ),
    ),
    againstRaw('edit of a template', 0.55, ...edits),
    againstRaw('list a network volume again', 0.55, list(FIRST_PLAYER)),
    againstRaw('list and unlist in turn', 0.55, { ...list('#<player>'), takes: { offer: /offer (\d+) / } }, unlist),
  ],
}

export const refusals: Table = {
  title: 'Refusals',
  about: 'Against the refusal of the bare server, with the same bytes. 32 connections.',
  comparisons: [
    againstRaw('401, a key of nobody', 0.6, { ...listing, key: 'nobody', status: 401 }),
    againstRaw('404, an unknown id', 0.6, { ...rent(77), status: 404 }),
    againstRaw('400, a wrong type', 0.6, { ...groupUpdate, json: { max_workers: 'x' }, status: 400 }),
    againstRaw('400, a wrong type in another body each time', 0.6, {
      ...groupUpdate,
      json: { max_workers: 'x<loop>' },
      status: 400,
    }),
    againstRaw('404, an unknown path', 0.6, { ...listing, path: '/api/v0/instancs/', status: 404 }),
  ],
}

const inTurn = [listing, creation, groupUpdate, clouds, tenVolumes, templates({ name: { eq: 'trainer' } })]

/** Answers of more than a megabyte would queue behind each other. */
const fewConnections = (one: Comparison): Comparison => ({
  ...one,
  ours: { ...one.ours, connections: 4 },
  rival: { ...one.rival, connections: 4 },
})

export const reads: Table = {
  title: 'Template search, and the six operations in turn',
  about: `Over 2,001 templates, 32 connections, 4 for the search that answers all. The bare server sends all templates as a ready buffer and finds a hash_id in a map. In turn: listing, template creation, group update, cloud connections, volume search with limit 10, and a template search that finds what was created so far, up to ${MIX_LOOPS}; then a reset.`,
  comparisons: [
    fewConnections(againstRaw('template search answering all', 0.3, templates())),
    againstRaw('template search by hash_id', 0.5, templates({ hash_id: { eq: HASH } })),
    againstRaw('the six operations in turn', 0.5, ...Array.from({ length: MIX_LOOPS }, () => inTurn).flat(), reset),
  ],
}
