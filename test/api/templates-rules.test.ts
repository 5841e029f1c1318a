import { expect } from 'vitest'
import { everyField, first, mine, path, shown } from '../support/edit-templates.ts'
import { absent, proves } from '../support/proves.ts'
import { searchPath } from '../support/simulate.ts'

const bare = { id: 1, creator_id: 1001, name: 'bare', image: 'i', hash_id: 'b'.repeat(32) }
/** Nothing of it comes from a rule. */
const whole = { ...bare, ...everyField, private: false, docker_login_pass: 'x', recent_create_date: 1000 }

const ids = (body: unknown): readonly number[] =>
  (body as { templates: readonly { id: number }[] }).templates.map(({ id }) => id)

for (const [row, gives] of [
  [{}, false],
  [{ use_ssh: false }, false],
  [{ runtype: 'args' }, false],
  [{ runtype: 'jupyter' }, false],
  [{ use_ssh: true }, true],
  [{ runtype: 'ssh' }, true],
  [{ runtype: 'ssh', use_ssh: false }, true],
  [{ runtype: 'args', ssh_direct: true }, true],
  [{ ssh_direct: true, use_ssh: false }, true],
] as const) {
  const isRead = gives && !('use_ssh' in row && row.use_ssh)
  const add = isRead ? proves : absent
  add(
    'templates.search.use-ssh',
    `${JSON.stringify(row)} ${gives ? 'gives' : 'gives no'} SSH, and rents so`,
    async ({ simulate }) => {
      const { as } = simulate({ offers: [{ id: 600 }], templates: [{ ...bare, ...row }] })
      const renter = as('renter-key')
      expect(ids((await renter.get(searchPath({ use_ssh: { eq: true } }))).body)).toEqual(gives ? [1] : [])
      expect(await shown(renter, 1)).toMatchObject({ use_ssh: gives })
      expect(await renter.put('/api/v0/asks/600/', { template_hash_id: bare.hash_id })).toMatchObject({ status: 200 })
      const { body } = await renter.get('/api/v0/instances/')
      const [instance] = (body as { instances: { image_runtype: string; ports: object }[] }).instances
      expect(/\bssh/.test(instance?.image_runtype ?? '')).toBe(gives)
    },
  )
}

proves(
  'templates.search.use-ssh',
  'every template of the default fixture that launches SSH is found by use_ssh',
  async ({ simulate }) => {
    const renter = simulate().as('renter-key')
    const { templates } = (await renter.get(path)).body as { templates: readonly { id: number; runtype: string }[] }
    const expected = templates.filter(({ runtype }) => runtype === 'ssh').map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(1)
    expect(ids((await renter.get(searchPath({ use_ssh: { eq: true } }))).body)).toEqual(expected)
  },
)

absent(
  'templates.search.fields',
  'a filter that passes over a template because its runtype launches SSH reads nothing else of it',
  async ({ simulate }) => {
    const renter = simulate({ templates: [{ ...bare, runtype: 'ssh' }] }).as('renter-key')
    expect(ids((await renter.get(searchPath({ use_ssh: { eq: false } }))).body)).toEqual([])
  },
)

proves(
  'templates.search.never-used',
  'a template that was never used shows null, and a filter meets it',
  async ({ simulate }) => {
    const { as, last } = simulate({ templates: [whole, { ...whole, id: 2, hash_id: first, recent_create_date: null }] })
    const renter = as('renter-key')
    expect(ids((await renter.get(searchPath({ recent_create_date: { eq: null } }))).body)).toEqual([2])
    expect(last().rules).toContain('templates.search.never-used')
    expect(ids((await renter.get(searchPath({ recent_create_date: { gt: 0 } }))).body)).toEqual([1])
    expect(last().rules).toContain('templates.search.never-used')
    expect(ids((await renter.get(searchPath({ id: { eq: 1 } }))).body)).toEqual([1])
    expect(last().rules).not.toContain('templates.search.never-used')
  },
)

proves(
  ['templates.create.defaults', 'templates.search.fields'],
  'a search names the defaults that it shows or asks for',
  async ({ simulate }) => {
    const { as, last } = simulate({ templates: [bare] })
    const renter = as('renter-key')
    for (const filters of [{ tag: { neq: 'latest' } }, { recommended_disk_space: { gt: 8 } }]) {
      expect(ids((await renter.get(searchPath(filters))).body)).toEqual([])
      expect(last()).toMatchObject({ rules: expect.arrayContaining(['templates.create.defaults']) as unknown })
    }
    expect(ids((await renter.get(searchPath({ docker_login_repo: { neq: '' } }))).body)).toEqual([])
    expect(last().rules).toContain('templates.search.fields')
    expect(ids((await renter.get(searchPath({ name: { eq: 'other' } }))).body)).toEqual([])
    expect(last().rules).not.toContain('templates.search.fields')
    expect(ids((await renter.get(path)).body)).toEqual([1])
    expect(last().rules).toContain('templates.create.defaults')
  },
)

absent(
  [
    'templates.create.defaults',
    'templates.search.never-used',
    'templates.search.use-ssh',
    'templates.search.visible',
    'templates.search.needs-user-read',
  ],
  "one's own template that says everything itself is found without further rules",
  async ({ simulate }) => {
    const { as } = simulate({
      templates: [whole, { ...whole, id: 2, hash_id: first, creator_id: 1002, name: 'other', private: true }],
    })
    expect(ids((await as('renter-key').get(searchPath({ name: { eq: 'trainer' } }))).body)).toEqual([1])
  },
)

absent('templates.search.fields', 'a search that finds nothing shows no fields', async ({ simulate }) => {
  const { as } = simulate({ templates: [whole] })
  expect(ids((await as('renter-key').get(searchPath({ name: { eq: 'other' } }))).body)).toEqual([])
})

absent(
  ['templates.search.finds', 'templates.statuses'],
  'a search with a wrong filter finds nothing',
  async ({ simulate }) => {
    const { as } = simulate({ templates: [whole] })
    expect(await as('renter-key').get(searchPath({ nam: { eq: 'trainer' } }))).toMatchObject({ status: 400 })
  },
)

absent(
  [
    'templates.env-is-a-string',
    'templates.env-object-ignored',
    'templates.env-object-accepted',
    'templates.create.defaults',
    'templates.create.required-missing',
    'templates.create.required-status',
  ],
  'a creation that gives every setting but env needs no default',
  async ({ simulate }) => {
    const { env: _, ...settings } = everyField
    expect(await simulate({}).as('renter-key').post(path, settings)).toMatchObject({ status: 200 })
  },
)

absent(
  ['templates.env-object-ignored', 'templates.env-object-accepted'],
  'an empty env is a string',
  async ({ simulate }) => {
    expect(await simulate({}).as('renter-key').post(path, { name: 'n', image: 'i', env: '' })).toMatchObject({
      status: 200,
    })
  },
)

absent(
  [
    'templates.create.creates',
    'templates.create.hash-id',
    'templates.create.no-quota',
    'templates.create.defaults',
    'templates.env-is-a-string',
    'templates.shell-words',
    'templates.statuses',
  ],
  'a refused creation names nothing of what it would have done',
  async ({ simulate }) => {
    const { as } = simulate({})
    for (const wrong of [{ args_str: "it's" }, { env: `-e A='1' -e B` }, { image: undefined }]) {
      const body = { name: 'n', image: 'i', env: `-e A='1'`, ...wrong }
      expect(await as('renter-key').post(path, body)).toMatchObject({ status: 400 })
    }
  },
)

absent(
  [
    'templates.edit.rotates-hash-id',
    'templates.edit.keeps-the-rest',
    'templates.edit.id-stays',
    'templates.create.hash-id',
    'templates.not-owned',
  ],
  'an edit of a template that does not exist changes nothing',
  async ({ simulate }) => {
    const { as } = simulate({ templates: [mine] })
    expect(await as('renter-key').put(path, { hash_id: 'c'.repeat(32), name: 'n' })).toMatchObject({ status: 404 })
  },
)

absent(
  'templates.edit.keeps-the-rest',
  'an edit that gives everything the template has keeps nothing',
  async ({ simulate }) => {
    const { as } = simulate({ templates: [bare] })
    expect(await as('renter-key').put(path, { hash_id: bare.hash_id, name: 'n', image: 'j', tag: '1' })).toMatchObject({
      status: 200,
    })
  },
)

proves('templates.edit.keeps-the-rest', 'an edit keeps what it does not name', async ({ simulate }) => {
  const { as } = simulate({ templates: [bare] })
  expect(await as('renter-key').put(path, { hash_id: bare.hash_id, name: 'n' })).toMatchObject({ status: 200 })
})

absent('templates.create.hash-id', 'an edit has a new hash_id by the contract, however it is made', async (proof) => {
  const { as } = proof.simulate({ templates: [bare] })
  expect(await as('renter-key').put(path, { hash_id: bare.hash_id, name: 'n' })).toMatchObject({ status: 200 })
})

absent(
  ['templates.not-owned', 'templates.edit.hash-id-unknown', 'templates.delete.id-unknown'],
  "one's own template is edited and deleted",
  async ({ simulate }) => {
    const { as } = simulate({ templates: [mine] })
    expect(await as('renter-key').put(path, { hash_id: first, name: 'n' })).toMatchObject({ status: 200 })
    expect(await as('renter-key').delete(path, { template_id: 7 })).toMatchObject({ status: 200 })
  },
)

absent(
  ['templates.delete.deletes', 'templates.statuses'],
  "someone else's public template is not deleted",
  async ({ simulate }) => {
    const { as } = simulate({ templates: [{ ...mine, private: false }] })
    expect(await as('host-key').delete(path, { template_id: 7 })).toMatchObject({ status: 403 })
  },
)

for (const [wrong, msg, rule = 'request.wrong-field'] of [
  [
    { recommended_disk_space: 1_500_000_000 },
    'recommended_disk_space: expected number to be <=1000000000',
    'templates.create.no-quota',
  ],
  [{ text: '"extra_filters": {"__proto__": {"eq": 1}}' }, 'extra_filters.__proto__: is not a name that can be kept'],
  [
    { text: '"extra_filters": {"gpu": {"__proto__": 1}}' },
    'extra_filters.gpu.__proto__: is not a name that can be kept',
  ],
  [{ text: '"volume_info": {"__proto__": 1}' }, 'volume_info.__proto__: is not a name that can be kept'],
] as const) {
  proves(rule, `${JSON.stringify(wrong)} is refused by a creation and an edit`, async ({ simulate }) => {
    const { as } = simulate({ templates: [mine] })
    for (const [method, given] of [
      ['POST', { name: 'n', image: 'i' }],
      ['PUT', { hash_id: first }],
    ] as const) {
      const body = JSON.stringify({ ...given, ...('text' in wrong ? {} : wrong) })
      const text = 'text' in wrong ? `${body.slice(0, -1)}, ${wrong.text}}` : body
      expect(await as('renter-key').send(method, path, undefined, { text })).toMatchObject({
        status: 400,
        body: { msg: expect.stringContaining(msg) as string },
      })
    }
  })
}
