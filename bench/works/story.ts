import type { Question } from '../ask.ts'
import { simulator } from '../contenders/rental-sim.ts'
import { HASH } from '../inputs.ts'
import { inItsOwnSandbox, listing, reset } from '../questions.ts'
import type { Table } from './compared.ts'

const SANDBOXES = 50

const rentWith = (hash: string): Question => ({
  method: 'PUT',
  path: '/api/v0/asks/12345678/',
  json: { template_hash_id: hash, env: '-e TZ=CET' },
})
const hash = /"hash_id":"(\w+)"/

/** The story of docs/operations.md, in the default fixture. */
const steps: readonly Question[] = [
  reset,
  {
    method: 'POST',
    path: '/api/v0/network_volume/',
    key: 'host-key',
    json: { disk_id: 502, size: 2000, price_disk: 0.02 },
  },
  {
    method: 'POST',
    path: '/api/v0/network_volumes/search/',
    json: { q: { storage_cost: { lte: 0.02 }, geolocation: { in: ['CA'] } } },
  },
  {
    method: 'POST',
    path: '/api/v0/template/',
    json: { name: 'trainer', image: 'pytorch/pytorch', env: '-e EPOCHS=3 -p 6006:6006' },
    takes: { hash },
  },
  {
    method: 'PUT',
    path: '/api/v0/template/',
    json: { hash_id: '<hash>', desc: 'edited: its hash_id is another one now' },
  },
  { ...rentWith('<hash>'), status: 400 },
  rentWith(HASH),
  listing,
]
const story = steps.map(inItsOwnSandbox)

const shipped = simulator({ fixture: 'default' })

export const stories: Table = {
  title: 'A story of eight requests, over and over',
  about: `Each connection has a sandbox of its own and resets it before each story. The server is as shipped: default fixture, default log to a file, real clock.`,
  comparisons: [
    {
      name: `${SANDBOXES} sandboxes at once`,
      ours: { contender: shipped, questions: story, connections: SANDBOXES },
      rival: { contender: { ...shipped, name: 'one sandbox' }, questions: story, connections: 1 },
      atLeast: 0.9,
      p99AtMost: 5,
    },
  ],
}
