import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE_IMAGE, given, IMAGE, printed } from './container.ts'

/** Once before all tests: builds both images with the certificates and the registry that npm uses on this machine. */
export async function setup(): Promise<void> {
  const npmrc = join(given('STORE'), 'npmrc')
  const settings = await Promise.all(
    ['registry', 'cafile'].map(async (key) => ({ key, value: await printed('npm', ['config', 'get', key]) })),
  )
  const set = settings.filter(({ value }) => value !== '' && value !== 'null')
  writeFileSync(npmrc, set.map(({ key, value }) => `${key}=${value}\n`).join(''))
  // The format that has health checks.
  const how = '--format docker --layers --isolation chroot --network host --pull-never'
  const known = { NODE_IMAGE: given('BASE'), VERSION: '1.2.3', REVISION: 'f00' }
  const npm = ['--secret', `id=npmrc,src=${npmrc}`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
  const repository = fileURLToPath(new URL('../..', import.meta.url))
  for (const [tag, variant] of [
    [IMAGE, {}],
    [BARE_IMAGE, { VARIANT: 'distroless' }],
  ] as const) {
    const args = Object.entries({ ...known, ...variant }).flatMap(([name, value]) => [
      '--build-arg',
      `${name}=${value}`,
    ])
    await printed('buildah', ['build', '--tag', tag, ...how.split(' '), ...args, ...npm, repository])
  }
}
