import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorMessage } from '../kernel/error-message.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { isShallow } from '../kernel/wire.ts'
import { fileError } from '../testing/fixtures/problem.ts'
import { readFile } from '../node/files/library.ts'

const states = {
  providerState: z.string().nullish(),
  provider_state: z.string().nullish(),
  providerStates: z.array(z.looseObject({ name: z.string(), params: z.unknown().optional() })).nullish(),
}

/** What V2, V3 and V4 have in common. */
const pactSchema = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.string() }),
  interactions: z.array(z.looseObject({ description: z.string(), type: z.string().optional(), ...states })).default([]),
  /** Those of a V3 pact of messages; V4 has them among the interactions. */
  messages: z.array(z.looseObject({ description: z.string() })).default([]),
})

export type PactFile = ReturnType<typeof readPacts>[number]

/**
 * The pacts that files and folders hold; a folder stands for its `.json` files.
 * @throws DocumentError when one is missing, is not a pact or needs plugins that are not allowed, or a folder has none
 */
export function readPacts(paths: readonly string[], allowPlugins: boolean) {
  return paths.flatMap(filesAt).map((file) => {
    const { text } = readFile(file)
    const json = jsonIn(text, file)
    const result = pactSchema.safeParse(json)
    if (!result.success || !isShallow(json, MAX_DEPTH)) throw fileError(file, 'is not a pact file')
    if (!allowPlugins && needsPlugins(json)) throw fileError(file, PLUGINS_REFUSED)
    const http = result.data.interactions.filter(isHttp)
    const messages = [...result.data.interactions.filter((each) => !isHttp(each)), ...result.data.messages]
    return {
      file,
      /** The HTTP interactions. */
      interactions: http.map(({ description, providerState, provider_state: older, providerStates }) => ({
        description,
        states: [
          ...(providerStates ?? []),
          ...[providerState ?? [], older ?? []].flat().map((name) => ({ name, params: undefined })),
        ],
      })),
      /** Descriptions of the messages, which an HTTP provider cannot verify. */
      messages: messages.map(({ description }) => description),
      /** As Pact can read it: without its messages, and without a byte-order mark. */
      httpText: messages.length > 0 ? withoutMessages(text) : text,
    }
  })
}

/** Pact's own parser takes no more levels. */
const MAX_DEPTH = 128

const PLUGINS_REFUSED = 'needs Pact plugins, which are programs; --allow-plugins lets Pact load and run them'

const isHttp = ({ type }: { readonly type?: string | undefined }): boolean =>
  !['Asynchronous/Messages', 'Synchronous/Messages'].includes(type ?? '')

function needsPlugins(pact: unknown): boolean {
  const plugins = fieldOf(fieldOf(pact, 'metadata'), 'plugins') ?? []
  return !Array.isArray(plugins) || plugins.length > 0 || configuresPlugin(pact)
}

/** Bodies and contents are what the consumer sends and expects; Pact reads no configuration there. */
const configuresPlugin = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).some(
    ([key, each]) => key === 'pluginConfiguration' || (!['body', 'contents'].includes(key) && configuresPlugin(each)),
  )

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Numbers stay as they are written, because Pact tells 1.0 from 1, which JSON.parse does not. */
function withoutMessages(text: string): string {
  const mark = randomUUID()
  const marked = text.replaceAll(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${mark}${token}"`))
  const { messages: _, interactions, ...rest } = pactSchema.parse(JSON.parse(marked))
  const http = JSON.stringify({ ...rest, interactions: interactions.filter(isHttp) })
  return http.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fileError(file, `is not JSON: ${errorMessage(error)}`)
  }
}

function filesAt(path: string): readonly string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path]
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  if (files.length === 0) throw fileError(path, 'holds no .json file')
  return files.map((file) => join(path, file))
}
