import type { Question } from '../ask.ts'
import { simulator } from '../contenders/rental-sim.ts'
import { creations, groupUpdate, listing } from '../questions.ts'
import type { Comparison, Table } from './compared.ts'

const AT_LEAST = 0.9

/** This build against that of another checkout. */
export function builds(folder: string): Table {
  const against = (
    name: string,
    questions: readonly Question[],
    options: readonly string[] = ['--log', 'silent'],
  ): Comparison => ({
    name,
    ours: { contender: simulator({ options }), questions },
    rival: { contender: simulator({ name: 'the other build', folder, options }), questions },
    atLeast: AT_LEAST,
  })
  return {
    title: 'This build against another',
    about: `The other: ${folder}. Real clock, 32 connections.`,
    comparisons: [
      against('the plain listing', [listing]),
      against('the plain listing, --log json', [listing], ['--log', 'json']),
      against('the plain listing, default log', [listing], []),
      against('creations', creations),
      against('update of an endpoint group', [groupUpdate]),
      against('400, a wrong type', [{ ...groupUpdate, json: { max_workers: 'x' }, status: 400 }]),
    ],
  }
}
