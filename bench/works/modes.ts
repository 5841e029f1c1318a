import { quiet, simulator } from '../contenders/rental-sim.ts'
import type { Side } from '../duel.ts'
import { creations, fault, listing } from '../questions.ts'
import type { Table } from './compared.ts'

const plain: Side = { contender: { ...quiet, name: 'the plain listing' }, questions: [listing] }
/** Under the pretty log listings that repeat share a line, and creations have one each. */
const logged = (log: 'json' | 'pretty', output: 'file' | 'pipe', questions: Side['questions'] = [listing]): Side => ({
  contender: simulator({ options: ['--log', log], output }),
  questions,
  logs: log === 'json' || questions === creations,
})
const observed = simulator({ options: ['--log', 'silent', '--dialect', 'observed'] })
const spent = { ...listing, status: 503 }

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
    ...(['file', 'pipe'] as const).map((output) => ({
      name: `creations, --log pretty to a ${output}`,
      ours: logged('pretty', output, creations),
      rival: { contender: { ...quiet, name: 'creations, --log silent' }, questions: creations },
      atLeast: 0.8,
    })),
    {
      name: 'a fault for another operation',
      ours: {
        ...plain,
        contender: quiet,
        before: [fault('elsewhere', { match: { operation: 'templates.search' }, effect: { latency_ms: 50 } })],
      },
      rival: plain,
      atLeast: 0.9,
    },
    {
      name: 'a scenario whose faults are spent',
      ours: {
        contender: simulator({ options: ['--log', 'silent', '--scenario', 'flaky-listing'] }),
        questions: [listing],
        before: [spent, spent],
      },
      rival: plain,
      atLeast: 0.9,
    },
    {
      name: 'every tenth answered 500 by a fault',
      ours: {
        ...plain,
        contender: quiet,
        before: [
          fault('tenth', {
            match: { operation: 'instances.list' },
            when: { every: 10 },
            effect: { status: 500, body: { success: false, error: 'internal', msg: 'try again' } },
          }),
        ],
        refused: 0.1,
      },
      rival: plain,
      atLeast: 0.7,
    },
    {
      name: 'a sandbox by header',
      ours: { contender: quiet, questions: [{ ...listing, headers: { 'X-Sim-Sandbox': 'mine' } }] },
      rival: plain,
      atLeast: 0.95,
    },
    {
      name: 'a sandbox by prefix',
      ours: { contender: quiet, questions: [{ ...listing, path: `/~mine${listing.path}` }] },
      rival: plain,
      atLeast: 0.95,
    },
    // At most 1.1 times the cost of the documented dialect.
    { name: 'the dialect observed', ours: { contender: observed, questions: [listing] }, rival: plain, atLeast: 0.91 },
    {
      name: 'creations in the dialect observed',
      ours: { contender: observed, questions: creations },
      rival: { contender: { ...quiet, name: 'the same in the documented one' }, questions: creations },
      atLeast: 0.91,
    },
  ],
}
