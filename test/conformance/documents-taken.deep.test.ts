import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSimulator } from '../../src/index.ts'
import { problemLine } from '../../src/testing/fixtures/problem.ts'
import { usableConfig } from '../../src/node/files/read-config.ts'
import { folderForFile } from '../support/folders.ts'
import { documentWith, type Place, placesIn, schema, valuesFor } from '../support/json-schema.ts'
import { isDrawn } from '../support/drawn.ts'
import { SaidOfFields } from '../support/kept-texts.ts'

const whole = z.looseObject({ $defs: z.record(z.string(), schema).default({}) }).and(schema)

const folder = folderForFile()
const configFile = join(folder, 'rental-sim.config.yaml')

/** All that is said of a document. */
function problemsOf(kind: 'fixture' | 'scenario' | 'config', document: unknown): readonly string[] {
  if (kind === 'config') {
    writeFileSync(configFile, JSON.stringify(document))
    return usableConfig({ files: [configFile] }).problems.map(problemLine)
  }
  try {
    createSimulator({ [kind]: document })
    return []
  } catch (error) {
    return String(error).split('\n')
  }
}

/** What is said of the place: `fine` where it is right, whatever else is missing around it. */
function said(kind: Parameters<typeof problemsOf>[0], place: Place, value: unknown): string {
  const lines = problemsOf(kind, documentWith(place, value))
  const told = lines.flatMap((line) => line.split(`${place.join('.')}: `).slice(1))
  return told[0]?.trim() ?? 'fine'
}

/** Each field has its own, which stands beside its name: what else is said of fields is often the same. */
const EXAMPLE = /; for example .+$/

/** A pattern of the schema has no flags: one that is written for small letters refuses this. */
const CAPITAL = 'X'

/** Which refusals there are is looked at once all else is right. */
const isSaidLater = (place: Place): boolean => place.at(-1) === 'refuse'

/** Names of rules have tests of their own, and there are many. */
const isCovered = ([first, second]: Place): boolean => first === 'rules' && second !== undefined

/** As it is published: reading it put an empty list where it has no `anyOf`. */
const published = (part: object): string =>
  JSON.stringify(part, (name, value: unknown) =>
    name === 'anyOf' && Array.isArray(value) && value.length === 0 ? undefined : value,
  )

/** Tells of a part of a published schema whether it takes a value; what parts share is compiled once. */
function partsOf($defs: object): (part: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, logger: false })
  const moved = (part: object): unknown => JSON.parse(published(part).replaceAll('"#/$defs/', '"document#/$defs/'))
  ajv.addSchema({ $id: 'document', $defs: JSON.parse(published($defs)) as object })
  const compiled = new Map<string, ValidateFunction>()
  return (part) => {
    const text = JSON.stringify(part)
    const known: ValidateFunction = compiled.get(text) ?? ajv.compile(moved(part) as object)
    compiled.set(text, known)
    return known
  }
}

const KINDS = ['fixture', 'scenario', 'config'] as const

test('accepted values of fields of documents stay, and their schemas accept them', async () => {
  const kept = new SaidOfFields()
  /** Whether one of the parts that a place may have takes a value that the reader accepts there. */
  const bySchema = new Map<string, boolean>()
  for (const kind of KINDS) {
    const { $defs, ...top } = whole.parse(JSON.parse(readFileSync(`schemas/${kind}.schema.json`, 'utf8')))
    const takes = partsOf($defs)
    for (const [place, part] of placesIn(top, $defs)) {
      const field = `${kind} ${place.join('.')}`
      if (isCovered(place) || !isDrawn(field)) continue
      const isTaken = takes(part)
      const told = [...valuesFor(part), CAPITAL].map((value) => [value, said(kind, place, value)] as const)
      for (const [value, message] of told) {
        // Of a list or an object something may be wrong within.
        if (message !== 'fine' || typeof value === 'object' || isSaidLater(place)) continue
        const key = `${field} ${JSON.stringify(value)}`
        bySchema.set(key, bySchema.get(key) === true || isTaken(value))
      }
      const [example] = told.flatMap(([, message]) => message.match(EXAMPLE) ?? [])
      kept.add(
        field + (example ?? ''),
        told.flatMap(([value, message]) => (value === CAPITAL ? [] : [[value, message.replace(EXAMPLE, '')] as const])),
      )
    }
  }
  expect([...bySchema].filter(([, isTaken]) => !isTaken).map(([key]) => key)).toEqual([])
  await kept.expectKept('documents-taken')
})
