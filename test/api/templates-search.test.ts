import { expect } from 'vitest'
import { proves } from '../support/proves.ts'
import { type Answer, searchPath, users } from '../support/simulate.ts'

/** What a search found, in short. */
function found({ status, body }: Answer) {
  const { success, templates_found, templates } = body as {
    success: boolean
    templates_found: number
    templates: readonly { id: number }[]
  }
  return { status, success, templates_found, ids: templates.map(({ id }) => id) }
}

const finds = (...ids: number[]) => ({ status: 200, success: true, templates_found: ids.length, ids })

const hash = (digit: string) => digit.repeat(32)

const [low, middle, high] = [
  {
    id: 101,
    hash_id: hash('a'),
    creator_id: 1001,
    name: 'apricot',
    image: 'library/alpine',
    tag: '1',
    created_at: 1000.25,
    recent_create_date: 5000.25,
    count_created: 0,
    docker_login_repo: 'a.example.com',
    recommended_disk_space: 8.5,
    recommended: false,
    jup_direct: false,
    ssh_direct: false,
    use_ssh: false,
  },
  {
    id: 102,
    hash_id: hash('b'),
    creator_id: 1002,
    name: 'banana',
    image: 'library/busybox',
    tag: '2',
    created_at: 2000.5,
    recent_create_date: 6000.5,
    count_created: 10,
    docker_login_repo: 'b.example.com',
    recommended_disk_space: 16,
    recommended: true,
    jup_direct: true,
    ssh_direct: true,
    use_ssh: true,
  },
  {
    id: 103,
    hash_id: hash('c'),
    creator_id: 1003,
    name: 'cherry',
    image: 'library/caddy',
    tag: '3',
    created_at: 3000.75,
    recent_create_date: 7000.75,
    count_created: 200,
    docker_login_repo: 'c.example.com',
    recommended_disk_space: 32,
    recommended: true,
    jup_direct: true,
    ssh_direct: true,
    use_ssh: true,
  },
]

const everybody = [...users, { id: 1003, name: 'third' }]
const three = { users: everybody, templates: [high, low, middle] }

/** Each field of which the three templates have different values. */
const orderedFields = [
  'id',
  'hash_id',
  'creator_id',
  'name',
  'image',
  'tag',
  'created_at',
  'recent_create_date',
  'count_created',
  'docker_login_repo',
  'recommended_disk_space',
] as const

for (const [field, column] of [
  ...orderedFields.map((name) => [name, name] as const),
  ['default_tag', 'tag'] as const,
]) {
  const [lowest, value, highest] = [low[column], middle[column], high[column]]
  proves('templates.search.finds', `${field} can be searched with all eight operators`, async ({ simulate }) => {
    const renter = simulate(three).as('renter-key')
    for (const [filter, ids] of [
      [{ eq: value }, [102]],
      [{ neq: value }, [101, 103]],
      [{ lt: value }, [101]],
      [{ lte: value }, [101, 102]],
      [{ gt: value }, [103]],
      [{ gte: value }, [102, 103]],
      [{ in: [highest, lowest] }, [101, 103]],
      [{ in: [] }, []],
      [{ notin: [highest, lowest] }, [102]],
      [{ notin: [] }, [101, 102, 103]],
      [{ gt: lowest, lt: highest }, [102]],
    ] as const) {
      expect(found(await renter.get(searchPath({ [field]: filter }))), JSON.stringify(filter)).toEqual(finds(...ids))
    }
  })
}

for (const field of ['jup_direct', 'recommended', 'ssh_direct', 'use_ssh']) {
  proves('templates.search.finds', `${field} can be searched with all eight operators`, async ({ simulate }) => {
    const renter = simulate(three).as('renter-key')
    for (const [filter, ids] of [
      [{ eq: true }, [102, 103]],
      [{ neq: true }, [101]],
      [{ lt: true }, [101]],
      [{ lte: false }, [101]],
      [{ gt: false }, [102, 103]],
      [{ gte: true }, [102, 103]],
      [{ in: [false] }, [101]],
      [{ notin: [false] }, [102, 103]],
    ] as const) {
      expect(found(await renter.get(searchPath({ [field]: filter }))), JSON.stringify(filter)).toEqual(finds(...ids))
    }
  })
}

proves('templates.search.finds', 'conditions on several fields all have to hold', async ({ simulate }) => {
  const renter = simulate(three).as('renter-key')
  const filters = { recommended: { eq: true }, count_created: { lt: 100 }, name: { neq: 'apricot' } }
  expect(found(await renter.get(searchPath(filters)))).toEqual(finds(102))
  expect(found(await renter.get(searchPath({ ...filters, tag: { eq: '3' } })))).toEqual(finds())
})

proves('templates.search.finds', 'a part of a name finds nothing', async ({ simulate }) => {
  const renter = simulate(three).as('renter-key')
  expect(found(await renter.get(searchPath({ name: { eq: 'banan' } })))).toEqual(finds())
})

proves(
  'templates.search.finds',
  'a template that was never used has no recent_create_date to compare',
  async ({ simulate }) => {
    const { recent_create_date: _, ...unused } = low
    const renter = simulate({ users: everybody, templates: [unused, middle] }).as('renter-key')
    expect(found(await renter.get(searchPath({ recent_create_date: { lt: 9999 } })))).toEqual(finds(102))
    expect(found(await renter.get(searchPath({ recent_create_date: { neq: 9999 } })))).toEqual(finds(101, 102))
  },
)

const named = (id: number, creator_id: number, isPrivate: boolean) => ({
  id,
  creator_id,
  name: `t${id}`,
  image: 'i',
  private: isPrivate,
})

proves(
  ['templates.search.finds', 'templates.search.visible'],
  "one's own templates and the public ones of others are found, by id",
  async ({ simulate }) => {
    const { as } = simulate({
      templates: [named(14, 1002, true), named(13, 1002, false), named(12, 1001, true), named(11, 1001, false)],
    })
    expect(found(await as('renter-key').get('/api/v0/template/'))).toEqual(finds(11, 12, 13))
    expect(found(await as('host-key').get(searchPath({})))).toEqual(finds(11, 13, 14))
    expect(found(await as('renter-key').get(searchPath({ id: { eq: 14 } })))).toEqual(finds())
  },
)

proves(
  ['templates.search.fields', 'templates.statuses'],
  'a template shows every field, with the defaults for what its author left open',
  async ({ simulate }) => {
    const bare = { id: 1, creator_id: 1001, name: 'bare', image: 'library/ubuntu', created_at: 7, hash_id: hash('d') }
    const { as, last } = simulate({ templates: [bare] })
    expect(await as('renter-key').get('/api/v0/template/')).toEqual({
      status: 200,
      body: {
        success: true,
        templates_found: 1,
        templates: [
          {
            ...bare,
            tag: 'latest',
            default_tag: 'latest',
            desc: '',
            readme: '',
            env: '',
            onstart: '',
            runtype: 'args',
            args_str: '',
            ssh_direct: false,
            use_ssh: false,
            jup_direct: false,
            jupyter_dir: null,
            use_jupyter_lab: false,
            docker_login_repo: '',
            docker_login_user: '',
            docker_login_pass: '',
            href: '',
            repo: '',
            extra_filters: {},
            recommended_disk_space: 8,
            private: false,
            volume_info: null,
            recent_create_date: null,
            count_created: 0,
            recommended: false,
          },
        ],
      },
    })
    expect(last().basis).toBe('assumed')
  },
)

proves('templates.search.fields', 'the registry password is masked', async ({ simulate }) => {
  const { as } = simulate({ templates: [{ ...low, docker_login_pass: 'hunter2' }] })
  const { body } = await as('renter-key').get('/api/v0/template/')
  expect(body).toMatchObject({ templates: [{ docker_login_pass: '********' }] })
})

for (const [title, query, msg] of [
  ['an unknown field', { names: { eq: 'x' } }, 'select_filters.names: unknown key "names"; did you mean "name"?'],
  [
    'a template field without search',
    { onstart: { eq: 'x' } },
    expect.stringMatching(/^select_filters\.onstart: unknown key "onstart"; there are creator_id, created_at, /),
  ],
  ['an unknown operator', { id: { gtee: 1 } }, 'select_filters.id.gtee: unknown key "gtee"; did you mean "gte"?'],
  ['a value of the wrong type', { id: { eq: 'x' } }, 'select_filters.id.eq: expected number, received string'],
  [
    'a wrong value in an array',
    { id: { notin: [1, '2'] } },
    'select_filters.id.notin.1: expected number, received string',
  ],
] as const) {
  proves('request.wrong-field', `${title} in a filter is refused`, async ({ simulate }) => {
    expect(await simulate(three).as('renter-key').get(searchPath(query))).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg },
    })
  })
}
