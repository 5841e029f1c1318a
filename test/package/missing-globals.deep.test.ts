import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startProcess } from '../support/process.ts'

const entry = (name: string): string => pathToFileURL(resolve(`dist/lib/${name}.js`)).href

/** What a script prints that is run as a module. Its `taken` are the globals of Node that are not those of the language. */
async function printed(script: string): Promise<unknown> {
  const setting = `
    import { runInNewContext } from 'node:vm'
    const language = new Set(runInNewContext('Object.getOwnPropertyNames(globalThis)'))
    const taken = Object.getOwnPropertyNames(globalThis).filter((name) => !language.has(name))
    const { console } = globalThis`
  const args = ['--input-type=module', '--eval', `${setting}\n${script}`]
  const { stdout, stderr } = await startProcess(process.execPath, args, { env: { PATH: process.env['PATH'] } }).ended
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test.each(['index', 'browser', 'sweep', 'pact'])('%s is imported without any global of Node', async (name) => {
  const script = `
    const exit = process.exit
    for (const name of taken) delete globalThis[name]
    const left = ['setImmediate', 'TextEncoder', 'process', 'URL'].filter((name) => name in globalThis)
    const loaded = await import(${JSON.stringify(entry(name))})
    console.log(JSON.stringify({ left, entries: Object.keys(loaded).length > 0 }))
    exit()`
  expect(await printed(script)).toEqual({ left: [], entries: true })
})

const lacking = (names: string): string =>
  `rental-sim needs globals that this environment lacks: ${names}. In Jest, install jest-fixed-jsdom and set testEnvironment to it, or set testEnvironment to node. Elsewhere, define them in a setup file.`

test.each(['index', 'browser'])('%s names exactly the globals that a simulator lacks', async (name) => {
  const script = `
    const { createSimulator } = await import(${JSON.stringify(entry(name))})
    const tried = (...names) => {
      const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)])
      for (const name of names) delete globalThis[name]
      try {
        createSimulator()
        return 'made'
      } catch ({ message }) {
        return message
      } finally {
        for (const [name, property] of kept) Object.defineProperty(globalThis, name, property)
      }
    }
    console.log(JSON.stringify({
      none: tried(),
      harmless: tried('setImmediate', 'structuredClone', 'BroadcastChannel'),
      one: tried('ReadableStream'),
      several: tried('TextDecoder', 'Blob', 'Request'),
      again: tried(),
    }))`
  expect(await printed(script)).toEqual({
    none: 'made',
    harmless: 'made',
    one: lacking('ReadableStream'),
    several: lacking('Request, TextDecoder'),
    again: 'made',
  })
})
