import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const effect = { status: 503 }

test.each(['$.docker_login_pass', "$['docker_login_pass']", '$.template.jupyter_token'])(
  'a match on the secret %s, which is masked before it could match, is refused',
  (path) => {
    const { faults, journal } = createSimulator()
    const match = { body: { [path]: 'hunter2' } }
    expect(() => faults.add({ name: 'f', match, effect })).toThrow(
      /names a secret, which is masked before it could match/,
    )
    expect(() => journal.verify(match)).toThrow(/names a secret/)
    expect(faults.list()).toEqual([])
  },
)
