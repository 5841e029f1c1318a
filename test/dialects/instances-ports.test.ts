import { expect, test } from 'vitest'
import { rented } from '../support/rent-offer.ts'
import { simulate } from '../support/simulate.ts'

const rows = { offers: [{ id: 600 }] }
const mapping = (count: number, end = ''): string =>
  Array.from({ length: count }, (_, at) => `-p ${9000 + at}:${9000 + at}${end}`).join(' ')

/** The hint at a rent with this env. */
async function hintAt(env: string | object, dialect: 'observed' | 'documented', further: object = { runtype: 'args' }) {
  const world = simulate(rows, { dialect, rateLimit: { enabled: false } })
  expect(await world.as('renter-key').put('/api/v0/asks/600/', { image: 'a/b', env, ...further })).toMatchObject(
    rented(1),
  )
  return world.last().hint
}

test.each([
  { title: '65 of env', env: mapping(65), size: 65 },
  {
    title: 'an object',
    env: {
      [mapping(1)]: '1',
      ...Object.fromEntries(
        mapping(80)
          .split(/ (?=-p)/)
          .map((p) => [p, '1']),
      ),
    },
    size: 80,
  },
  { title: '63 with those of Jupyter and SSH', env: mapping(63), further: { runtype: 'jupyter_direct' }, size: 65 },
  { title: '64 with that of SSH', env: mapping(64), further: { runtype: 'ssh_direct' }, size: 65 },
  { title: 'both protocols', env: `${mapping(33)} ${mapping(33, '/udp')}`, size: 66 },
])('more ports than the public service opens get a hint: $title', async ({ env, further, size }) => {
  expect(await hintAt(env, 'observed', further)).toBe(
    `env: with it ${size} ports are open; the public service opens at most 64`,
  )
})

test('as many as it opens get none, and neither do more in the documented dialect', async () => {
  expect(await hintAt(mapping(64), 'observed')).toBeNull()
  expect(await hintAt(`${mapping(64)} ${mapping(64)}`, 'observed')).toBeNull()
  expect(await hintAt(mapping(62), 'observed', { runtype: 'jupyter_direct' })).toBeNull()
  expect(await hintAt(mapping(65), 'documented')).toBeNull()
})
