import { expect, test } from 'vitest'
import { play, recorded } from '../support/recordings.ts'
import { simulate, type Simulated } from '../support/simulate.ts'

const hash = (end: string): string => end.padStart(32, '0')

const own = { creator_id: 1001, image: 'library/ubuntu', env: '-e MODEL_ID=a/b -p 8000:8000', created_at: 1 }
const rows = {
  users: [{ id: 1001, name: 'renter', api_keys: [{ key: 'KEY' }] }],
  templates: [
    { ...own, id: 500, hash_id: hash('1'), name: 'demo', recommended: true, use_ssh: true, created_at: 1_750_000_000 },
    { ...own, id: 501, hash_id: hash('2'), name: 'other' },
    { ...own, id: 505, hash_id: hash('5'), name: 'third' },
  ],
  offers: [{ id: 12345678 }],
  volumes: [{ id: 12345, user_id: 1001, size: 100 }],
  volume_offers: [{ id: 28908979, size: 500 }],
}

const world = (dialect: 'documented' | 'observed', rules: Readonly<Record<string, string>> = {}) =>
  simulate(rows, { dialect, rules, rateLimit: { enabled: false } })

const ofTemplates = recorded.filter(({ url }) => url.startsWith('/api/v0/template/'))
const rents = recorded.filter(({ url }) => url.startsWith('/api/v0/asks/'))

const made = (id: number, name: string) => ({
  status: 200,
  success: true,
  template: { id, hash_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, name },
})
const found = (ids: readonly number[]) => ({
  status: 200,
  templates_found: ids.length,
  templates: ids.map((id): unknown => expect.objectContaining({ id })),
})

test('the recordings have the templates and the rents that these tests are about', () => {
  expect([ofTemplates.length, rents.length]).toEqual([15, 8])
})

test('each template command is carried out, with what the client reads of the answer', async () => {
  // The service would give the first template of this name the content of the second.
  const observed = world('observed', { 'templates.create.same-name': 'creates' })
  const seen = []
  for (const request of ofTemplates) {
    const { status, body } = await play(observed, request)
    seen.push({ command: request.command, status, ...(body as object) })
  }
  expect(seen).toMatchObject([
    made(506, 'demo'),
    made(507, 'min'),
    found([500, 501, 505, 506, 507]),
    found([500]),
    found([500]),
    found([500]),
    { status: 200, success: true, template: { id: 500 } },
    { status: 200, success: true },
    { status: 200, success: true },
    found([501, 506, 507]),
    made(508, 'old'),
    found([506]),
    made(509, 'sdk'),
    { status: 200, success: true, template: { id: 501 } },
    { status: 200, success: true },
  ])
})

test('the edit of the recordings changes the given fields, and null unsets the image as the service does', async () => {
  const observed = world('observed')
  const edit = ofTemplates.find(({ command }) => command.startsWith('cli update template'))
  if (edit === undefined) throw new Error('no edit was recorded')
  await play(observed, edit)
  const { body } = await observed.as('KEY').get('/api/v0/template/?select_filters={"id":{"eq":500}}')
  expect(body).toMatchObject({ templates: [{ name: 'demo', desc: 'd2', image: null, recommended_disk_space: 20 }] })
})

test('the edit of the recordings changes the given fields, and null keeps where that is chosen', async () => {
  const observed = world('observed', { 'templates.edit.null': 'keeps' })
  const edit = ofTemplates.find(({ command }) => command.startsWith('cli update template'))
  if (edit === undefined) throw new Error('no edit was recorded')
  await play(observed, edit)
  const { body } = await observed.as('KEY').get('/api/v0/template/?select_filters={"id":{"eq":500}}')
  expect(body).toMatchObject({
    templates: [
      {
        name: 'demo',
        image: 'library/ubuntu',
        env: own.env,
        desc: 'd2',
        recommended_disk_space: 20,
        use_ssh: false,
        runtype: 'args',
        private: true,
      },
    ],
  })
})

/** Rents as recorded, shows the instance, and takes it away again, so that the offer is free. */
async function rented(place: Simulated, index: number): Promise<Record<string, unknown>> {
  const request = rents[index]
  if (request === undefined) throw new Error(`no rent ${index}`)
  const { status, body } = await play(place, request)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, new_contract: expect.any(Number) as number },
  })
  const { new_contract: id } = body as { new_contract: number }
  const listed = await place.as('KEY').get('/api/v0/instances/')
  expect((await place.control.delete(`/_sim/state/instances/${id}`)).status).toBe(200)
  const [row] = (listed.body as { instances: Record<string, unknown>[] }).instances
  return row ?? {}
}

test('each rent is carried out, and the listing shows what it asked for', async () => {
  const observed = world('observed', { 'instances.create.bid-below-minimum': 'rented' })
  const seen: Record<string, unknown>[] = []
  for (let index = 0; index < rents.length; index++) seen.push(await rented(observed, index))
  const ofTemplate = { template_hash_id: hash('1'), image_uuid: 'library/ubuntu:latest' }
  expect(seen).toMatchObject([
    {
      ...ofTemplate,
      disk_space: 10,
      extra_env: [
        ['MODEL_ID', 'a/b'],
        ['-p 8000:8000', '1'],
      ],
    },
    {
      ...ofTemplate,
      disk_space: 32,
      label: 'drive',
      extra_env: [
        ['MODEL_ID', 'other'],
        ['-p 8000:8000', '1'],
        ['HF_TOKEN', 'x'],
        ['-p 8081:8081/udp', '1'],
      ],
    },
    { volume_info: [{ volume_id: 12345, size: 100, mount_path: '/workspace' }] },
    { volume_info: [{ volume_id: 12346, size: 10, mount_path: '/workspace' }] },
    { image_uuid: 'ubuntu:22.04', image_runtype: 'ssh_direc ssh_proxy', disk_space: 16 },
    { image_runtype: 'jupyter_proxy ssh_proxy', onstart: 'env' },
    { image_runtype: 'args', image_args: ['--raw', 'sleep', '10'] },
    { image_runtype: 'ssh', is_bid: true },
  ])
  expect(observed.simulator.findings()).toEqual([])
})

test('the documented dialect answers them as the contract says, and its hints name the other one', async () => {
  const documented = world('documented')
  const refused: string[] = []
  const hinted: string[] = []
  for (const request of [...rents, ...ofTemplates]) {
    const { status } = await play(documented, request)
    if (status !== 200 && status !== 410) refused.push(`${status} ${request.command}`)
    if (documented.last().hint?.includes('--dialect observed') === true) hinted.push(request.command)
    if (request.method === 'PUT' && status === 200 && request.url.includes('/asks/')) {
      const { instances } = (await documented.control.get('/_sim/state')).body as { instances: { id: number }[] }
      await documented.control.delete(`/_sim/state/instances/${instances[0]?.id ?? 0}`)
    }
  }
  expect(refused).toMatchInlineSnapshot(`
    [
      "400 cli create instance 12345678 --image ubuntu:22.04 --ssh --direct --disk 16 --raw",
      "400 cli create instance 12345678 --image ubuntu:22.04 --jupyter --jupyter-lab --onstart-cmd env --raw",
      "400 cli create template --name demo --image vastai/base-image --image_tag latest --env -e MODEL_ID=a/b -p 8000:8000 --onstart-cmd echo hi --ssh --direct --disk_space 16 --desc d1",
      "400 cli search templates id=500 count_created>=0 recommended_disk_space<=16 use_ssh=true",
      "400 cli update template 00000000000000000000000000000001 --desc d2 --disk_space 20",
      "400 cli delete template --hash-id 00000000000000000000000000000005",
      "400 old-cli search templates count_created >= 0",
    ]
  `)
  expect(hinted).toMatchInlineSnapshot(`
    [
      "cli create instance 12345678 --template_hash 00000000000000000000000000000001",
      "cli create instance 12345678 --template_hash 00000000000000000000000000000001 --env -e MODEL_ID=other -e HF_TOKEN=x -p 8081:8081/udp --disk 32 --label drive --raw",
      "cli create instance 12345678 --template_hash 00000000000000000000000000000001 --link-volume 12345 --mount-path /workspace --raw",
      "cli create instance 12345678 --template_hash 00000000000000000000000000000001 --create-volume 28908979 --volume-size 10 --mount-path /workspace --raw",
      "cli create instance 12345678 --image ubuntu:22.04 --ssh --direct --disk 16 --raw",
      "cli create instance 12345678 --image ubuntu:22.04 --jupyter --jupyter-lab --onstart-cmd env --raw",
      "cli create instance 12345678 --image ubuntu:22.04 --args --raw sleep 10",
      "cli create instance 12345678 --image ubuntu:22.04 --bid_price 0.1 --disk 10 --raw",
      "cli create template --name demo --image vastai/base-image --image_tag latest --env -e MODEL_ID=a/b -p 8000:8000 --onstart-cmd echo hi --ssh --direct --disk_space 16 --desc d1",
      "cli search templates",
      "cli search templates hash_id=00000000000000000000000000000001",
      "cli search templates id=500 count_created>=0 recommended_disk_space<=16 use_ssh=true",
      "cli search templates name=demo recommended=true created_at>1700000000",
      "cli update template 00000000000000000000000000000001 --desc d2 --disk_space 20",
      "cli delete template --hash-id 00000000000000000000000000000005",
      "old-cli search templates count_created >= 0",
      "sdk c.search_templates({"use_ssh":{"eq":True},"count_created":{"gte":0}})",
    ]
  `)
})
