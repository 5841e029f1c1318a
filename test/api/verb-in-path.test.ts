import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const hintAt = async (dialect: 'documented' | 'observed', request: string) => {
  const [method = '', path = ''] = request.split(' ')
  const { status, headers } = await createSimulator({ dialect }).fetch(path, { method })
  return { status, hint: headers.get('x-sim-hint') }
}

test.each([
  [
    'PUT /api/v0/instances/31/stop/',
    'stop, send PUT /api/v0/instances/31/ with {"state": "stopped"} (instances.change)',
  ],
  [
    'POST /api/v0/instances/31/start',
    'start, send PUT /api/v0/instances/31/ with {"state": "running"} (instances.change)',
  ],
  ['PUT /instances/31/stop/', 'stop, send PUT /api/v0/instances/31/ with {"state": "stopped"} (instances.change)'],
  ['POST /api/v0/instance/31/restart/', 'restart, send PUT /api/v0/instances/reboot/31/ (instances.reboot)'],
  ['PUT /api/v0/instances/31/Reboot/', 'reboot, send PUT /api/v0/instances/reboot/31/ (instances.reboot)'],
  ['POST /api/v1/instances/terminate/31/', 'terminate, send DELETE /api/v0/instances/31/ (instances.destroy)'],
  ['POST /api/v0/asks/7/rent/', 'rent, send PUT /api/v0/asks/7/ (instances.create)'],
  ['POST /api/v0/users/7/show/', 'show, send GET /api/v0/users/current/ (users.current)'],
  ['GET /api/v0/instances/31/logs/', 'logs, send PUT /api/v0/instances/request_logs/31/ (instances.request-logs)'],
  ['GET /api/v0/secrets/list/', 'list, send GET /api/v0/secrets/ (secrets.list)'],
  ['GET /api/v0/network_volumes/list/', 'list, send POST /api/v0/network_volumes/search/ (network-volumes.search)'],
])('%s: the hint names the call that does it', async (request, call) => {
  expect(await hintAt('observed', request)).toEqual({ status: 404, hint: `a path has no verb: for ${call}` })
})

test('a verb in place of an id, under a method that is not taken there, gets the hint too', async () => {
  expect(await hintAt('observed', 'POST /api/v0/ssh/add/')).toEqual({
    status: 405,
    hint: 'a path has no verb: for add, send POST /api/v0/ssh/ (ssh-keys.create)',
  })
  expect((await hintAt('observed', 'POST /api/v0/ssh/7/')).hint).toMatch(/^this path takes PUT/)
})

test('the documented dialect says which calls the observed one alone serves', async () => {
  expect(await hintAt('documented', 'DELETE /api/v0/instances/31/destroy/')).toEqual({
    status: 404,
    hint: 'a path has no verb: for destroy, send DELETE /api/v0/instances/31/ (instances.destroy), which --dialect observed serves',
  })
  expect((await hintAt('documented', 'POST /api/v0/templates/create/')).hint).toBe(
    'a path has no verb: for create, send POST /api/v0/template/ (templates.create)',
  )
})

test.each([
  ['PUT /api/v0/instances/reboot/31/', 'it is not in the contract; --dialect observed serves it (instances.reboot)'],
  ['GET /api/v0/instances/31/balcony/', null],
  ['PUT /api/v0/ssh/7/stop/', null],
  ['POST /api/v0/unicorns/31/stop/', null],
  ['POST /api/v0/stop/', null],
  ['GET /api/v0/secrets//show/', null],
])('%s: a verb that belongs there, none, and one of an unknown resource are no such hint', async (request, hint) => {
  expect(await hintAt('documented', request)).toEqual({ status: 404, hint })
})

test('the real operation that a path with a verb is for gets its stub', async () => {
  expect((await hintAt('observed', 'POST /api/v0/deployment/7/stop/')).hint).toMatch(
    /^the real service has this \(stop deployment\)/,
  )
})
