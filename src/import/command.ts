import { type Command, Option } from 'commander'
import { stringify } from 'yaml'
import type { CommandIo } from '../cli/io.ts'
import { IoCommand } from '../cli/io-command.ts'
import { isoInstant } from '../kernel/clock.ts'
import { isShallow, whereOf } from '../kernel/wire.ts'
import { lostNumber, MAX_DOCUMENT_DEPTH } from '../kernel/json-size.ts'
import { printable } from '../kernel/printable.ts'
import { UsageError } from '../kernel/usage-error.ts'
import { type Collection, collections } from '../marketplace/collections.ts'
import { documentText, MAX_CAPTURE_BYTES, readFile } from '../node/files/library.ts'
import { editorLine, schemaPath } from '../testing/editor-line.ts'
import { type DocumentError, fileError } from '../testing/fixtures/problem.ts'
import { MAX_CHARACTERS, MAX_YAML_CHARACTERS } from '../testing/fixtures/source.ts'
import { checkFieldCount, collectionOf, rowsOf, UnclearAnswerError } from './captured-answers.ts'
import { isHar, readHar } from './har.ts'
import { EXAMPLE_KEY, importAnswers } from './import-answers.ts'
import { SecretCleaner } from './secrets.ts'

interface ImportOptions {
  readonly as?: Collection
}

/** `rental-sim import`: a fixture from what the real service answered. */
export function importCommand(io: CommandIo): Command {
  return new IoCommand('import', io)
    .description('Prints a fixture with the rows of a captured answer of the real service, without its secrets.')
    .argument('<file>', 'a JSON answer, or a HAR file with several; - is standard input')
    .addOption(
      new Option('--as <collection>', 'the collection of its rows, if its shape does not show it').choices(collections),
    )
    .action(async (file: string, { as }: ImportOptions) => {
      const sent = await read(file, io)
      const captured = parseCapture(file, sent)
      const { answers, bodies, skipped } = answersIn(file, captured, as)
      const secrets = new SecretCleaner([captured, ...bodies])
      const say = (line: string): void => void io.stderr.write(`${printable(`${file}: ${secrets.hide(line)}`)}\n`)
      const rounded = lostNumber(sent)
      if (rounded !== undefined) say(`the number ${rounded.slice(0, 40)} is rounded: JavaScript cannot keep it`)
      for (const line of skipped) say(line)
      if (answers.length === 0) throw refuse(file, 'has no answer with rows of a fixture')
      const imported = importAnswers(answers, secrets)
      for (const line of imported.notes.problems) say(line)
      const { text, comments } = fixtureText(imported)
      for (const line of comments) say(line)
      io.stdout.write(text)
    })
}

/** @throws DocumentError */
function answersIn(file: string, captured: unknown, as: Collection | undefined) {
  try {
    if (isHar(captured)) {
      if (as !== undefined)
        throw new UnclearAnswerError('is a HAR file, which says itself what its answers are: leave out --as')
      const read = readHar(captured)
      checkFieldCount(read.answers)
      return read
    }
    const collection = as ?? collectionOf(captured)
    const answers = [{ collection, rows: rowsOf(captured, collection) }]
    checkFieldCount(answers)
    return { answers, bodies: [], skipped: [] }
  } catch (error) {
    throw error instanceof UnclearAnswerError ? refuse(file, error.message) : error
  }
}

async function read(file: string, { stdin }: CommandIo): Promise<string> {
  if (file !== '-') return readFile(file, MAX_CAPTURE_BYTES).text
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stdin()) {
    parts.push(part)
    bytes += part.length
    if (bytes > MAX_CAPTURE_BYTES) throw refuse(file, `has more than ${MAX_CAPTURE_BYTES} bytes; no more are read`)
  }
  return documentText(Buffer.concat(parts), file)
}

/** @throws DocumentError, which repeats nothing of the text */
export function parseCapture(file: string, text: string): unknown {
  if (text.trim() === '') throw refuse(file, EMPTY)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refuse(file, `is not JSON${whereOf(error)}`)
  }
  if (!isShallow(value, MAX_DOCUMENT_DEPTH)) throw refuse(file, 'nests too deep')
  return value
}

/** A shell makes the file before the command fails that was to write into it. */
const EMPTY = 'is empty: did the command that wrote it fail? Is a simulator running at its URL?'

const refuse = (file: string, message: string): DocumentError => fileError(printable(file), message)

/**
 * A fixture as a file: YAML with comments, or JSON, which has none, where it is too large to be read as YAML.
 * @returns the text, and the comments that it has no place for
 * @throws UsageError when it is too large to be read at all
 */
function fixtureText({ document, callerId, atMs, notes }: ReturnType<typeof importAnswers>) {
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
