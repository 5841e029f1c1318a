import { expect, test } from 'vitest'
import { absent, proves } from '../support/proves.ts'
import { hash, listed, refused, rent, rented, rows } from '../support/rent-offer.ts'
import { recordedWords } from '../support/shell-words.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const TEMPLATES = '/api/v0/template/'
const FIRST = 'b'.repeat(32)
const mine = { id: 1, creator_id: 1001, name: 'mine', image: 'i', hash_id: FIRST }

/** Rents by a request, or by a template that says the same. */
async function extraEnv(world: Simulated, env: string, isTemplates: boolean): Promise<unknown> {
  const renter = world.as('renter-key')
  let body: object = { image: 'i', env }
  if (isTemplates) {
    const { body: edited } = await renter.put(TEMPLATES, { hash_id: FIRST, env })
    body = { template_hash_id: (edited as { template: { hash_id: string } }).template.hash_id, env: '-e Z=1' }
  }
  expect(await renter.put(rent, body)).toEqual(rented(1))
  return (await listed(world))?.['extra_env']
}

/** Names and their values by turns. */
const pairs = (...flat: readonly string[]) => flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : []))

for (const isTemplates of [false, true]) {
  for (const [env, shown] of [
    [`-e A=''"'"'hello'"'"'' -e B=x''y -e C=""z`, pairs('A', "'hello'", 'B', 'xy', 'C', 'z')],
    [String.raw`-e A=a\ b -e 'B=c d' -e C="\$x \" \\"`, pairs('A', 'a b', 'B', 'c d', 'C', String.raw`\$x " ` + '\\')],
    ['-e A=1\t-e\nB=2', pairs('A', '1', 'B', '2')],
  ] as const) {
    proves(
      'templates.shell-words',
      `${JSON.stringify(env)} is read as a shell reads it${isTemplates ? ', from a template too' : ''}`,
      async ({ simulate }) => {
        const world = simulate({ ...rows, templates: [mine] })
        expect(await extraEnv(world, env, isTemplates)).toEqual([...shown, ...(isTemplates ? [['Z', '1']] : [])])
        const changes = world.answers.filter(({ method }) => method === 'PUT')
        expect(changes.filter(({ rules }) => !rules.includes('templates.shell-words'))).toEqual([])
      },
    )
  }

  for (const [env, shown] of [
    ['-e A=x\u00a0y -e B=1', pairs('A', 'x\u00a0y', 'B', '1')],
    ['-e A=x\u3000y\r -e B=$HOME`#', pairs('A', 'x\u3000y\r', 'B', '$HOME`#')],
    ['-e 1A=2 -e ÄÖ=1', pairs('1A', '2', 'ÄÖ', '1')],
    ['-p 70001:70001 -p 0:99999/udp', pairs('-p 70001:70001', '1', '-p 0:99999/udp', '1')],
  ] as const) {
    absent(
      [
        'templates.shell-words',
        'templates.env-malformed',
        'templates.env-words-unread',
        'instances.create.env-named-twice',
      ],
      `${JSON.stringify(env)} needs no shell${isTemplates ? ', in a template neither' : ''}`,
      async ({ simulate }) => {
        const world = simulate({ ...rows, templates: [mine] })
        expect(await extraEnv(world, env, isTemplates)).toEqual([...shown, ...(isTemplates ? [['Z', '1']] : [])])
      },
    )
  }
}

proves('instances.list.ports-follow-env', 'an identity port is bound as it was asked for', async ({ simulate }) => {
  const world = simulate(rows)
  expect(await world.as('renter-key').put(rent, { image: 'i', args: [], env: '-p 70001:070001' })).toEqual(rented(1))
  expect(await listed(world)).toMatchObject({
    ports: { '70001/tcp': [{ HostIp: '0.0.0.0', HostPort: '70001' }] },
    extra_env: [['-p 70001:070001', '1']],
  })
})

proves('templates.shell-words', 'args_str becomes the words that Python makes of it', async ({ simulate }) => {
  const readable = recordedWords.filter(([, shlex, ours = shlex]) => ours !== null)
  const args_str = readable.map(([text]) => text).join(' ')
  // A request has at most 16,384 characters of arguments, a template has more.
  const world = simulate({ ...rows, templates: [{ ...mine, runtype: 'args', args_str }] })
  expect(await world.as('renter-key').put(rent, { template_hash_id: FIRST })).toEqual(rented(1))
  expect((await listed(world))?.['image_args']).toEqual(readable.flatMap(([, shlex, ours = shlex]) => ours))
})

absent(['templates.shell-words', 'templates.args-malformed'], 'plain arguments need no shell', async ({ simulate }) => {
  const world = simulate(rows)
  expect(await world.as('renter-key').put(rent, { image: 'i', args_str: '--a b' })).toEqual(rented(1))
  expect(await listed(world)).toMatchObject({ image_args: ['--a', 'b'], image_runtype: 'args' })
})

const unread = '--env A=1 -eB=2 C=3 -p8000:8000 --publish 80:80 -v /a:/b -h box -e D=4'
const told =
  'env: not read: --env, A=1, -eB=2, C=3, -p8000:8000, --publish, 80:80, -v, /a:/b, -h, 1 more; write -e NAME=value and -p host:container, with a space'
const finding = (operation: string) => ({
  kind: 'unread-env',
  operation,
  text: 'not read: --env, A=, -eB=, C=, -p8000:8000, --publish, 80:80, -v, /a:/b, -h in env',
  advice: 'Write -e NAME=value and -p host:container, with a space after the flag.',
})

for (const [operation, method, path, body] of [
  ['templates.create', 'POST', TEMPLATES, { name: 't', image: 'i' }],
  ['templates.edit', 'PUT', TEMPLATES, { hash_id: FIRST }],
  ['instances.create', 'PUT', rent, { image: 'i' }],
] as const) {
  proves(
    'templates.env-words-unread',
    `${operation} names the words of env that are not read`,
    async ({ simulate }) => {
      const world = simulate({ ...rows, templates: [mine] })
      expect(await world.as('renter-key').send(method, path, { ...body, env: unread })).toMatchObject({ status: 200 })
      expect(world.last()).toMatchObject({ hint: told, basis: 'assumed' })
      expect((await world.control.get('/_sim/findings')).body).toMatchObject({ findings: [finding(operation)] })
    },
  )

  absent(
    'templates.env-words-unread',
    `${operation} has nothing to tell where every word is read`,
    async ({ simulate }) => {
      const world = simulate({ ...rows, templates: [mine] })
      const env = `-e A='--env X=1' -p 8000:8000`
      expect(await world.as('renter-key').send(method, path, { ...body, env })).toMatchObject({ status: 200 })
      expect(world.last().hint).toBeNull()
      expect((await world.control.get('/_sim/findings')).body).toEqual({ findings: [] })
    },
  )

  proves(
    'templates.env-object-ignored',
    `${operation} tells that an object in env applies nothing`,
    async ({ simulate }) => {
      const world = simulate({ ...rows, templates: [mine] })
      expect(await world.as('renter-key').send(method, path, { ...body, env: { A: '1' } })).toMatchObject({
        status: 200,
      })
      expect(world.last().hint).toBe(
        'env: an object is ignored; send one string like -e NAME=value -p 8080:80; --dialect observed applies an object',
      )
    },
  )
}

proves(
  'templates.env-words-unread',
  'a rent names the unread words in the env of its template, and hides long words',
  async ({ simulate }) => {
    const world = simulate({ ...rows, templates: [{ ...mine, env: `-e A=1 --token ${'x'.repeat(61)}` }] })
    expect(await world.as('renter-key').put(rent, { template_hash_id: FIRST, env: 'B=1' })).toEqual(rented(1))
    expect(world.last().hint).toBe(
      'env: not read: B=1; write -e NAME=value and -p host:container, with a space; env of the template: not read: --token, a word of 61 characters; write -e NAME=value and -p host:container, with a space',
    )
    expect(await listed(world)).toMatchObject({ extra_env: [['A', '1']] })
  },
)

proves(
  'templates.env-words-unread',
  'a listing shows nothing of the unread words, and says so',
  async ({ simulate }) => {
    const world = simulate(rows)
    expect(await world.as('renter-key').put(rent, { image: 'i', env: '-eA=1 -e B=2' })).toEqual(rented(1))
    expect(await listed(world)).toMatchObject({ extra_env: [['B', '2']] })
    expect(world.last().rules).toContain('templates.env-words-unread')
  },
)

proves('instances.create.env-named-twice', 'what an env names twice counts once', async ({ simulate }) => {
  const world = simulate(rows)
  const renter = world.as('renter-key')
  expect(await renter.put(rent, { image: 'i', env: '-e A=1 -e B=2 -e A=3' })).toEqual(rented(1))
  expect(world.last().rules).not.toContain('instances.create.env-named-twice')
  expect(await listed(world)).toMatchObject({
    extra_env: [
      ['A', '3'],
      ['B', '2'],
    ],
  })
  expect(world.last().rules).toContain('instances.create.env-named-twice')
  expect(await renter.put('/api/v0/asks/601/', { template_hash_id: hash, env: '-e C=1 -e C=2' })).toEqual(rented(2))
  expect(world.last().rules).toContain('instances.create.env-named-twice')
})

const long = (characters: number) => `-e A=${'x'.repeat(characters - 5)}`

proves(
  ['templates.create.no-quota', 'instances.create.env-too-long'],
  'env has 32,768 characters in all, an image 1,024, wherever they are said',
  async ({ simulate }) => {
    const world = simulate({ ...rows, templates: [{ ...mine, env: long(32_768) }] })
    const renter = world.as('renter-key')
    for (const [wrong, msg] of [
      [{ env: long(32_769) }, /^env: /],
      [{ image: 'x'.repeat(1025) }, /^image: /],
    ] as const) {
      const answer = refused(400, 'invalid_args', expect.stringMatching(msg))
      expect(await renter.post(TEMPLATES, { name: 'n', image: 'i', ...wrong })).toEqual(answer)
      expect(await renter.put(TEMPLATES, { hash_id: FIRST, ...wrong })).toEqual(answer)
      expect(await renter.put(rent, { image: 'i', ...wrong })).toEqual(answer)
      const rule = 'env' in wrong ? 'instances.create.env-too-long' : 'templates.create.no-quota'
      expect(world.last().rules).toEqual(['authentication.bearer-key', rule])
    }
    expect(await renter.put(rent, { template_hash_id: FIRST, env: '-e B=1' })).toEqual(
      refused(400, 'invalid_args', 'env: has 32775 characters with that of the template, not 32768'),
    )
    expect(await renter.put(rent, { template_hash_id: FIRST, env: '-e A=1' })).toEqual(rented(1))
    expect(await renter.put('/api/v0/asks/601/', { image: 'x'.repeat(1024), env: long(32_768) })).toEqual(rented(2))
  },
)

absent(
  'instances.create.env-too-long',
  'an env that replaces the long part of the template is not too long',
  async ({ simulate }) => {
    const world = simulate({ ...rows, templates: [{ ...mine, env: long(32_768) }] })
    expect(await world.as('renter-key').put(rent, { template_hash_id: FIRST, env: long(32_768) })).toEqual(rented(1))
  },
)

const RETURNS = 'in a carriage return, which is kept; end lines with a newline alone (LF, not CRLF)'

test.each([
  ['env', '-e A=1\r\n-e B=2\r\n-e C=3', `env: 2 words end ${RETURNS}`],
  ['env', '-e "A=1\r" -e B=2', `env: a word ends ${RETURNS}`],
  ['args_str', 'serve --port 80\r', `args_str: a word ends ${RETURNS}`],
  ['env', '-e A=1\n-e B=2', null],
  ['env', '-e A=1\r2', null],
  ['args_str', 'serve\rall now', null],
])('%s %j of a template and a rent: the hint is %j', async (field, text, hint) => {
  const { as, last } = simulate(rows)
  const body = { image: 'i', [field]: text }
  expect((await as('renter-key').post(TEMPLATES, { name: 'n', ...body })).status).toBe(200)
  expect(last().hint).toBe(hint)
  expect((await as('renter-key').put(rent, { ...body, runtype: 'args' })).status).toBe(200)
  expect(last().hint).toBe(hint)
})

test('a carriage return in the env of a template is hinted at when an instance is created from it', async () => {
  const { as, last } = simulate({ ...rows, templates: [{ ...mine, env: '-e A=1\r\n-e B=2' }] })
  expect((await as('renter-key').put(rent, { template_hash_id: FIRST })).status).toBe(200)
  expect(last().hint).toBe(`env of the template: a word ends ${RETURNS}`)
})

test('a port mapping that a carriage return spoils is refused with a hint', async () => {
  const { as, last } = simulate(rows)
  expect((await as('renter-key').put(rent, { image: 'i', env: '-p 80:80\r\n-e A=1' })).status).toBe(400)
  expect(last().hint).toBe('env: end lines with a newline alone (LF, not CRLF)')
  expect((await as('renter-key').put(rent, { image: 'i', env: '-p 80:x' })).status).toBe(400)
  expect(last().hint).toBeNull()
})
