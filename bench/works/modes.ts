import { quiet, simulator } from '../contenders/rental-sim.ts'
import type { Side } from '../duel.ts'
import { fault, listing } from '../questions.ts'
import type { Table } from './compared.ts'

const plain: Side = { contender: { ...quiet, name: 'the plain listing' }, questions: [listing] }
/** Under the pretty log listings that repeat share a line. */
const logged = (log: 'json' | 'pretty', output: 'file' | 'pipe'): Side => ({
  contender: simulator({ options: ['--log', log], output }),
  questions: [listing],
  logs: log === 'json',
})

export const modes: Table = {
  title: 'GET /api/v0/instances/ as users have it',
  about:
    'Each against the plain listing: the same build with `--log silent`, no fault, the default sandbox. Real clock, 32 connections.',
  comparisons: [
    ...(['pretty', 'json'] as const).flatMap((log) =>
      (['file', 'pipe'] as const).map((output) => ({
        name: `--log ${log} to a ${output}`,
        ours: logged(log, output),
        rival: plain,
        atLeast: 0.8,
      })),
    ),
    {
      name: 'a fault for another operation',
      ours: {
        ...plain,
        contender: quiet,
        before: [fault('elsewhere', { match: { operation: 'templates.search' }, effect: { latency_ms: 50 } })],
      },
      rival: plain,
      atLeast: 0.8,
    },
    {
      name: 'a sandbox by header',
      ours: { contender: quiet, questions: [{ ...listing, headers: { 'X-Sim-Sandbox': 'mine' } }] },
      rival: plain,
      atLeast: 0.9,
    },
    {
      name: 'a sandbox by prefix',
      ours: { contender: quiet, questions: [{ ...listing, path: `/~mine${listing.path}` }] },
      rival: plain,
      atLeast: 0.9,
    },
  ],
}
