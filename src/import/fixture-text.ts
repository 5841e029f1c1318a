import { stringify } from 'yaml'
import { isoInstant } from '../kernel/clock.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { MAX_CHARACTERS, MAX_YAML_CHARACTERS } from '../testing/fixtures/source.ts'
import { editorLine, schemaPath } from '../testing/editor-line.ts'
import { EXAMPLE_KEY } from './caller.ts'
import type { Imported } from './import-answers.ts'

interface FixtureText {
  readonly text: string
  /** What the text says in comments, where it is JSON, which has none. */
  readonly comments: readonly string[]
}

/**
 * A fixture as a file: YAML with comments, or JSON where it is too large to be read as YAML.
 * @throws UsageError when it is too large to be read at all
 */
export function fixtureText({ document, callerId, atMs, notes }: Imported): FixtureText {
  const comments = [
    `An imported capture. User ${callerId} is who was calling, with the example key ${EXAMPLE_KEY}.`,
    ...(atMs === undefined
      ? []
      : [`The rows are as they were at ${isoInstant(atMs)}: start with --clock ${isoInstant(atMs)}`]),
    ...notes.comments,
  ]
  const json = `${JSON.stringify({ $schema: schemaPath('fixture'), ...document }, undefined, 1)}\n`
  if (json.length > MAX_CHARACTERS)
    throw new UsageError(`the fixture would have ${json.length} characters; at most ${MAX_CHARACTERS} are read`)
  if (json.length > 2 * MAX_YAML_CHARACTERS) return { text: json, comments }
  const head = comments.map((line) => `# ${line}\n`)
  const text = `${editorLine('fixture')}${head.join('')}${stringify(document, { lineWidth: 0 })}`
  return text.length > MAX_YAML_CHARACTERS ? { text: json, comments } : { text, comments: [] }
}
