// Prints how large each area is beside its budget, and fails where one is above it. Whoever needs more room raises the
// number in size-budget.json in the same commit, with the reason in its message.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LONG_FILE_LINES = 400

const areas = {
  core: ['kernel', 'marketplace', 'sandbox', 'server', 'control', 'contract', 'node', 'import'].map(
    (name) => `src/${name}/`,
  ),
  'dashboard and reference': ['src/pages/', 'src/dashboard/'],
  testing: ['src/testing/'],
  sweep: ['src/sweep/', 'src/sweep.ts'],
  drift: ['src/drift/'],
  cli: ['src/cli/'],
  'rest of src': ['src/'],
  rules: ['rules/'],
  test: ['test/'],
  bench: ['bench/'],
}

const budget = JSON.parse(readFileSync(new URL('size-budget.json', import.meta.url), 'utf8'))

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  encoding: 'utf8',
})
  .split('\0')
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return []
    }
  })
if (files.length === 0) throw new Error('git names no file to count')

const linesOf = ({ text }) => text.split('\n').length - 1
const wordsOf = ({ text }) => text.split(/\s+/).filter(Boolean).length
const sum = (list, count) => list.reduce((total, file) => total + count(file), 0)
const below = (folders) => files.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))

/** Each file of src counts for the first area that names its folder. */
const areaOf = (path) => Object.keys(areas).find((area) => areas[area].some((folder) => path.startsWith(folder)))

const sizes = Object.fromEntries(
  Object.entries(areas).map(([area, folders]) => [
    area,
    sum(
      below(folders).filter(({ path }) => areaOf(path) === area),
      linesOf,
    ),
  ]),
)
const pages = files.filter(({ path }) => path.endsWith('.md'))
sizes['words of pages'] = sum(pages, wordsOf)

const row = (...cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(28) : String(cell).padStart(12))).join(''))

row('lines', 'now', 'budget')
for (const [area, size] of Object.entries(sizes)) row(area, size, budget[area] ?? '-')

/** Each operation is declared by `endpoint({ id: ... }, handle)`, or `observedEndpoint`. */
const operationsIn = ({ text }) => text.match(/\b(?:endpoint|observedEndpoint)\(\s*\{/g)?.length ?? 0
const resources = new Map()
for (const file of below(['src/marketplace/'])) {
  const folder = /^src\/marketplace\/(?:observed\/)?([\w-]+)\//.exec(file.path)?.[1]
  if (folder !== undefined && folder !== 'operation') resources.set(folder, [...(resources.get(folder) ?? []), file])
}
console.log()
row('resource', 'lines', 'operations', 'lines each')
const operationRow = (name, lines, operations) =>
  row(name, lines, operations, operations === 0 ? '-' : Math.round(lines / operations))
for (const [name, list] of resources) operationRow(name, sum(list, linesOf), sum(list, operationsIn))
operationRow('all of core', sizes.core, sum([...resources.values()].flat(), operationsIn))
const uncounted = [...resources].filter(
  ([, list]) => list.some(({ path }) => path.endsWith('/endpoints.ts')) && sum(list, operationsIn) === 0,
)

const long = below(['src/', 'test/', 'scripts/', 'build-tools/']).filter(
  (file) => /\.(tsx?|js|css)$/.test(file.path) && linesOf(file) > LONG_FILE_LINES,
)
for (const file of long)
  console.log(`warning: ${file.path} has ${linesOf(file)} lines, which is more than ${LONG_FILE_LINES}`)

const above = Object.keys(sizes).filter((area) => !(sizes[area] <= budget[area]))
for (const area of above)
  console.error(
    `${area}: ${sizes[area]} is above its budget of ${budget[area] ?? 'nothing'} in build-tools/size-budget.json`,
  )
for (const [name] of uncounted)
  console.error(`${name}: its endpoints.ts declares no operation that this check can count`)
process.exitCode = above.length + uncounted.length === 0 ? 0 : 1
