import { basename, dirname, parse } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import type { CommandIo } from './io.ts'
import { IoCommand } from './io-command.ts'
import { applyConfig, serveOptions } from './from-config.ts'
import { serveCommand } from './serve.ts'
import { baseConfig } from '../sandbox/world-config.ts'
import { DocumentStore } from '../testing/fixtures/document-store.ts'
import { byPurpose, bringsText, type ScenarioSummary } from '../testing/scenarios/summary.ts'
import { attempt, DocumentError, fileError, type PlacedProblem, problemLine } from '../testing/fixtures/problem.ts'
import { fixtureDocument } from '../testing/fixtures/document.ts'
import { readFixture } from '../testing/fixtures/read.ts'
import { sourceOf } from '../testing/fixtures/library.ts'
import { type Source, readSource } from '../testing/fixtures/source.ts'
import { scenarioDocument } from '../testing/scenarios/document.ts'
import { errorMessage } from '../kernel/error-message.ts'
import { fieldOf, isObject } from '../kernel/object.ts'
import { printableLines } from '../kernel/printable.ts'
import { documentFiles, isPath, withUserDocuments, libraryFiles, readFile } from '../node/files/library.ts'
import { LIBRARY } from '../node/files/find-config.ts'
import { usableConfig } from '../node/files/read-config.ts'
import { libraryAround, placeProblems, unreadFiles } from '../node/files/library-places.ts'
import { scenarioProblems } from '../sandbox/validate-scenario.ts'
import { withSimulatorOptions } from './simulator-options.ts'

/** `rental-sim validate`: fixtures and scenarios, recognised by their content. */
export function validateCommand(io: CommandIo): Command {
  const command = new IoCommand('validate', io)
    .description('Checks fixture and scenario files.')
    .argument('[files...]', 'YAML or JSON files, or folders of them; else all of the library and the config')
  let inConfig: readonly PlacedProblem[] = []
  const tryConfig = (): void => {
    const config = applyConfig(command, (found) => {
      const { problems, ...usable } = usableConfig(found)
      inConfig = problems
      return usable
    })
    if (config !== undefined)
      inConfig = [...inConfig, ...attempt(() => serveOptions(serveCommand(io), config)).problems]
  }
  return withSimulatorOptions(command, ['library'], tryConfig).action(
    (named: readonly string[], chosen: Chosen, command: Command) => {
      const { library, config, configFiles } = chosen
      const files = named.length === 0 ? filesOf(chosen) : named.flatMap(documentFiles)
      const unread = named.length > 0 || config === false ? [] : unreadFiles(library ?? LIBRARY)
      if (files.length === 0 && unread.length === 0 && configFiles === undefined)
        command.error(
          `error: ${library === undefined ? `there is no folder ${LIBRARY} and no config here: run rental-sim init, or name files` : `${library} is empty`}`,
        )
      const unknown = named.length === 0 ? unknownNames(chosen) : []
      const checked = unknown.length > 0 ? [] : checkFiles(files, chosen)
      const found = [...inConfig, ...unknown, ...unread, ...checked.flatMap((each) => each.problems)]
      report(found, io)
      const about = named.length === 0 && configFiles !== undefined ? `${configFiles}: ` : ''
      // What cannot be read was not checked.
      if (!checked.every(({ isRead }) => isRead)) io.exitCode = 2
      if (found.length === 0)
        io.stdout.write(`${about}${files.length === 1 ? '1 file is' : `${files.length} files are`} fine\n`)
    },
  )
}

function report(problems: readonly PlacedProblem[], io: CommandIo): void {
  for (const problem of problems) io.stderr.write(`${printableLines(problemLine(problem))}\n`)
  if (problems.length > 0) io.exitCode = 1
}

/** Documents that the command line or the config of the project chooses. */
export interface Chosen {
  readonly library?: string
  readonly fixture?: readonly string[]
  readonly scenario?: string
  readonly config?: boolean
  readonly configFiles?: string
}

const DEFAULT: readonly string[] = ['default']

/** All files that are chosen. */
export const filesOf = ({ library, fixture = [], scenario }: Chosen): readonly string[] => [
  ...(library === undefined ? [] : libraryFiles(library)),
  ...[...fixture, ...(scenario === undefined ? [] : [scenario])].filter(isPath),
]

const documentsOf = ({ library, fixture, scenario }: Chosen): DocumentStore =>
  new DocumentStore(withUserDocuments({ library, fixture, scenario: scenario === undefined ? [] : [scenario] }))

/** Names that nothing has. */
export function unknownNames(chosen: Chosen): readonly PlacedProblem[] {
  const { fixture = DEFAULT, scenario, configFiles: file } = chosen
  const { problems } = attempt(() => {
    const documents = documentsOf(chosen)
    documents.fixture(fixture)
    if (scenario !== undefined) documents.scenario(scenario)
  })
  return problems.filter((each) => each.file === undefined).map((each) => ({ ...each, file }))
}

/** Checks files against each other and what the package has: those of the library that they lie in, else of the chosen one. */
export function checkFiles(files: readonly string[], chosen: Chosen) {
  const own = documentsOf(chosen)
  return files.map((file) => {
    const library = libraryAround(file)
    if (library === undefined || library === chosen.library) return check(file, own, chosen)
    return check(file, documentsOf({ library }), { library })
  })
}

function check(file: string, documents: DocumentStore, chosen: Chosen) {
  let isRead = false
  try {
    const { text, file: shown } = readFile(file)
    isRead = true
    const source = readSource(text, shown)
    const inLibrary = chosen.library !== undefined && libraryFiles(chosen.library).includes(file)
    const misplaced = inLibrary ? placeProblems(file, source, isScenario(source, file)) : []
    return { isRead, problems: [...misplaced, ...problemsIn(source, file, documents, chosen)] }
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
function problemsIn(
  source: Source,
  file: string,
  documents: DocumentStore,
  { fixture = DEFAULT }: Chosen,
): readonly PlacedProblem[] {
  if (isScenario(source, file))
    return scenarioProblems(source, documents, baseConfig(documents.fixture(fixture), { clock: 'frozen' }))
  const { problems } = attempt(() => readFixture([source]))
  if (problems.length === 0) return []
  const names = [file, parse(file).name]
  const name = names.find((each) => documents.libraries.fixtures.find(each)?.file === source.locate([]).file)
  const uses = [fixture, ...fixtureListsIn(documents)].filter(
    (list) => list.length > 1 && name !== undefined && list.includes(name),
  )
  if (uses.length > 0) return uses.flatMap((list) => attempt(() => documents.fixture(list)).problems)
  const withDefault = attempt(() => readFixture([sourceOf(documents.libraries.fixtures, 'fixture', 'default'), source]))
  if (withDefault.problems.length > 0) return problems
  const advice = `it goes over default: write fixture: [default, ${name ?? file}] in a scenario, or --fixture default,${name ?? file}`
  return problems.map((each, index) => (index > 0 ? each : { ...each, message: `${each.message}; ${advice}` }))
}

/** The fixtures that scenarios put together. */
const fixtureListsIn = ({ libraries: { scenarios } }: DocumentStore): readonly (readonly string[])[] =>
  scenarios.names().flatMap((name) => {
    const { result } = attempt(() => sourceOf(scenarios, 'scenario', name))
    const { data } = z.array(z.string()).safeParse(fieldOf(result?.value, 'fixture'))
    return data === undefined ? [] : [data]
  })

const scenarioKeys = Object.keys(scenarioDocument.shape).filter((key) => !(key in fixtureDocument.shape))
const fixtureKeys = Object.keys(fixtureDocument.shape).filter((key) => !(key in scenarioDocument.shape))

/** Whether a file has a key that only scenarios have, or lies among scenarios and has none that only fixtures have. */
function isScenario({ value }: Source, file: string): boolean {
  const has = (key: string): boolean => isObject(value) && Object.hasOwn(value, key)
  return scenarioKeys.some(has) || (basename(dirname(file)) === 'scenarios' && !fixtureKeys.some(has))
}

/** A file that the person names must be a scenario. */
function readScenarioHead(file: string): void {
  const { text, file: shown } = readFile(file)
  if (!isScenario(readSource(text, shown), file)) throw fileError(shown, 'is not a scenario')
}

/** @throws DocumentError when one cannot be used */
function listed(files: readonly string[], library: string | undefined) {
  try {
    for (const file of files) readScenarioHead(file)
    return new DocumentStore(withUserDocuments({ library, scenario: files })).scenarios()
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError([tooMuch([...files, library].join(', '), error)])
  }
}

/** `rental-sim scenarios`: by purpose, when to use each. */
export function scenariosCommand(io: CommandIo): Command {
  const command = new IoCommand('scenarios', io)
    .description('Lists the scenarios.')
    .argument('[files...]', 'scenario files to list besides those of the package and the library')
  return withSimulatorOptions(command, ['library']).action((files: readonly string[], { library }: Chosen) => {
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
