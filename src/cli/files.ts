import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { baseConfig } from '../sandbox/base-config.ts'
import { bringsText, DocumentStore, type ScenarioSummary } from '../testing/fixtures/document-store.ts'
import { DocumentError, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { type Source, readSource } from '../testing/fixtures/source.ts'
import { scenarioDocument } from '../testing/scenarios/document.ts'
import { byPurpose } from '../testing/scenarios/purposes.ts'
import { errorMessage } from '../kernel/error-message.ts'
import { isObject } from '../kernel/object.ts'
import { printableLines } from '../kernel/printable.ts'
import { withUserDocuments, libraryFiles, readFile } from '../node/files/library.ts'
import { scenarioProblems } from '../sandbox/validate-scenario.ts'
import { withSimulatorOptions } from './simulator-options.ts'

/** `rental-sim validate`: fixtures and scenarios, told apart by what they say. */
export function validateCommand(io: CommandIo): Command {
  const command = new IoCommand('validate', io)
    .description('Checks fixture and scenario files.')
    .argument('[files...]', 'YAML or JSON files; else all of the library')
  return withSimulatorOptions(command, ['library']).action(
    (named: readonly string[], { library }: LibraryChoice, command: Command) => {
      const documents = documentStoreOf(library)
      const files = named.length === 0 && library !== undefined ? libraryFiles(library) : named
      if (files.length === 0)
        command.error(`error: ${library === undefined ? "missing required argument 'files'" : `${library} is empty`}`)
      const checked = files.map((file) => check(file, documents))
      const found = checked.flatMap((each) => each.problems)
      for (const problem of found) io.stderr.write(`${printableLines(problemLine(problem))}\n`)
      // What cannot be read was not checked.
      if (found.length > 0) io.exitCode = checked.every(({ isRead }) => isRead) ? 1 : 2
      else io.stdout.write(`${files.length === 1 ? '1 file is' : `${files.length} files are`} fine\n`)
    },
  )
}

interface LibraryChoice {
  readonly library?: string
}

/** The documents of the package, of a library folder, and these scenario files. */
function documentStoreOf(library: string | undefined, scenario: readonly string[] = []): DocumentStore {
  return new DocumentStore(withUserDocuments({ library, scenario }))
}

function check(file: string, documents: DocumentStore) {
  let isRead = false
  try {
    const { text, file: shown } = readFile(file)
    isRead = true
    return { isRead, problems: problemsIn(readSource(text, shown), documents) }
  } catch (error) {
    if (error instanceof DocumentError) return { isRead, problems: error.problems }
    return { isRead: false, problems: [tooMuch(file, error)] }
  }
}

/** For errors that validation does not expect: a document that exceeds the stack or the memory of JavaScript. */
const tooMuch = (file: string, error: unknown): PlacedProblem => ({
  file,
  path: [],
  message: `cannot be checked: ${errorMessage(error)}`,
})

/** @throws DocumentError */
function problemsIn(source: Source, documents: DocumentStore): readonly PlacedProblem[] {
  if (isScenario(source))
    return scenarioProblems(source, documents, baseConfig(documents.fixture('default'), { clock: 'frozen' }))
  readFixture([source])
  return []
}

const scenarioKeys = Object.keys(scenarioDocument.shape).filter((key) => key !== '$schema')

/** Whether a file has a key that only scenarios have. */
const isScenario = ({ value }: Source): boolean =>
  isObject(value) && scenarioKeys.some((key) => Object.hasOwn(value, key))

/** A file that the person names must be a scenario. */
function readScenarioHead(file: string): void {
  const { text, file: shown } = readFile(file)
  if (!isScenario(readSource(text, shown)))
    throw new DocumentError([{ file: shown, path: [], message: 'is no scenario' }])
}

/** @throws DocumentError when one cannot be used */
function listed(files: readonly string[], library: string | undefined) {
  try {
    for (const file of files) readScenarioHead(file)
    return documentStoreOf(library, files).scenarios()
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError([tooMuch([...files, library].join(', '), error)])
  }
}

/** `rental-sim scenarios`: by purpose, when to use each. */
export function scenariosCommand(io: CommandIo): Command {
  const command = new IoCommand('scenarios', io)
    .description('Lists the scenarios.')
    .argument('[files...]', 'scenario files to list besides those of the package and the library')
  return withSimulatorOptions(command, ['library']).action((files: readonly string[], { library }: LibraryChoice) => {
    for (const [heading, scenarios] of byPurpose(listed(files, library)))
      io.stdout.write(printableLines(`# ${heading}\n${scenarios.map(scenarioText).join('')}`))
  })
}

function scenarioText(scenario: ScenarioSummary): string {
  const { name, description, params, provider_states } = scenario
  const brought = bringsText(scenario)
  const given = Object.entries(params).map(([param, { default: value }]) => ` ${param}=${value ?? '?'}`)
  const states = provider_states.length === 0 ? '' : `    states: ${provider_states.join('; ')}\n`
  const brings = brought === undefined ? '' : `    ${brought}\n`
  return `${name}${given.join('')}\n    ${description}\n${brings}${states}`
}
