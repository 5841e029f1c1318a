import { readFileSync } from 'node:fs'
import { splitShellWords } from '../../src/kernel/split-shell-words.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { endWhatContainersStart, imageConfig, libraryOf, runOnce, startContainer } from '../support/container.ts'
import { shellBlocks } from '../support/sh.ts'

endWhatContainersStart()

/** What a shell makes of the file of a reader, here of one of the package. */
const expanded = (word: string): string =>
  word.replace(/\$\(base64 < [^)]+\)/, readFileSync('fixtures/default.yaml').toString('base64'))

/** The page's lines as the engine of the tests can run them: with their variables and mounts, without ports. */
const lines = shellBlocks(readFileSync('docs/operating.md', 'utf8'))
  .flatMap(({ script }) => script.split('\n'))
  .filter((line) => line.startsWith('docker run '))
  .map((line) => {
    const words = splitShellWords(line)
    const at = words.indexOf('rental-sim')
    const options = words.flatMap((word, index) =>
      word === '--env' && index < at ? [word, expanded(words[index + 1] ?? '')] : [],
    )
    const args = words.slice(at + 1)
    return { line, options, args, isServer: args[0]?.startsWith('-') ?? true, isMounted: line.includes(':/library:ro') }
  })

const libraryFor = (isMounted: boolean) =>
  isMounted
    ? libraryOf({
        'scenarios/first-listing-fails.yaml': `
name: first-listing-fails
description: The first listing fails.
faults:
  - name: down
    match: { operation: instances.list }
    effect: { status: 503, body: { error: down } }
`,
      })
    : undefined

const servers = lines.filter(({ isServer }) => isServer)
const commands = lines.filter(({ isServer }) => !isServer)

test('the page has lines of both kinds', () => {
  expect(servers.length).toBeGreaterThan(3)
  expect(commands.length).toBeGreaterThan(1)
})

test.each(commands)('$line does what it is there for', async ({ options, args, isMounted }) => {
  expect(await runOnce(args, { options, library: libraryFor(isMounted) })).toMatchObject({ code: 0, stderr: '' })
})

test.each(servers)('$line answers', async ({ options, args, isMounted }) => {
  const container = await startContainer(args, { options, library: libraryFor(isMounted) })
  await container.untilHealthy()
  const isDown = [...options, ...args].some((word) => /flaky-listing|first-listing-fails/.test(word))
  expect(await container.ask('/api/v0/instances/')).toMatchObject({ status: isDown ? 503 : 200 })
})

interface Compose {
  readonly services: {
    readonly 'rental-sim': {
      readonly ports: readonly string[]
      readonly volumes: readonly string[]
      readonly healthcheck: { readonly test: readonly string[] }
    }
  }
}

test('compose.yaml says what the image says', async () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8')) as Compose
  const { ports, volumes, healthcheck } = compose.services['rental-sim']
  const { ExposedPorts, Healthcheck, WorkingDir } = await imageConfig()
  expect(Object.keys(ExposedPorts)).toEqual(ports.map((port) => `${port.split(':').at(-1)}/tcp`))
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  expect(volumes.map((volume) => volume.split(':').at(-2))).toEqual([
    `${WorkingDir}/fixtures`,
    `${WorkingDir}/scenarios`,
  ])
  expect(healthcheck.test).toEqual(Healthcheck.Test)
})
