import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { given, IMAGE, printed } from './container.ts'

/** Once before all tests: builds the image with the certificates and the registry that npm uses on this machine. */
export async function setup(): Promise<void> {
  const npmrc = join(given('STORE'), 'npmrc')
  const settings = await Promise.all(
    ['registry', 'cafile'].map(async (key) => ({ key, value: await printed('npm', ['config', 'get', key]) })),
  )
  const known = settings.filter(({ value }) => value !== '' && value !== 'null')
  writeFileSync(npmrc, known.map(({ key, value }) => `${key}=${value}\n`).join(''))
  // The format that has health checks.
  const how = `--format docker --tag ${IMAGE} --isolation chroot --network host --pull-never`
  const npm = ['--secret', `id=npmrc,src=${npmrc}`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro']
  const repository = fileURLToPath(new URL('../..', import.meta.url))
  // Buildah of Debian 12 does not know this one option.
  const dockerfile = join(given('STORE'), 'Dockerfile')
  writeFileSync(dockerfile, readFileSync(join(repository, 'Dockerfile'), 'utf8').replace(' --start-interval=500ms', ''))
  await printed('buildah', ['build', '--file', dockerfile, ...how.split(' '), ...npm, repository])
}
