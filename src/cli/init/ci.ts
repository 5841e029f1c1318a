import { existsSync, readFileSync } from 'node:fs'
import { type FirstTest, RENTAL_SIM } from './tests.ts'

/** What a service runs, as a file. */
interface Workflow {
  readonly file: string
  /** @param required what pip installs for the project, as {@link requiredPackages} finds it */
  readonly text: (test: FirstTest | undefined, required: readonly string[]) => string
}

const REQUIREMENTS = ['requirements', 'requirements-dev', 'requirements-test', 'dev-requirements', 'test-requirements']

/** The arguments of pip for what the Python project in this folder requires. */
export const requiredPackages = (): readonly string[] => [
  ...REQUIREMENTS.map((name) => `${name}.txt`)
    .filter((file) => existsSync(file))
    .map((file) => `-r ${file}`),
  ...(existsSync('setup.py') || isPackage('pyproject.toml') ? ['-e .'] : []),
]

/** Many a pyproject.toml has settings of tools alone, which pip cannot install. */
const isPackage = (file: string): boolean =>
  existsSync(file) && /^\[(project|build-system|tool\.poetry)\]/m.test(readFileSync(file, 'utf8'))

/** The line that installs what a test in Python needs; undefined for other tests, and where nothing is needed. */
function pipLine(test: FirstTest | undefined, required: readonly string[]): string | undefined {
  const packages = test?.pip === undefined ? [] : [...test.pip, ...required]
  return packages.length === 0 ? undefined : `python3 -m pip install ${packages.join(' ')}`
}

/** The line that tests, with a report on what the simulators were asked; Pact has a report of its own. */
function testLine(test: FirstTest | undefined, report: string): { readonly line: string; readonly reports: boolean } {
  const { command = `${RENTAL_SIM} exec -- npm test` } = test ?? {}
  if (command.includes(' pact verify ')) return { line: command, reports: false }
  const options = ` exec --report ${report} --fail-on unmatched -- `
  return {
    line: command.includes(' exec -- ') ? command.replace(' exec -- ', options) : RENTAL_SIM + options + command,
    reports: true,
  }
}

const github: Workflow = {
  file: '.github/workflows/rental-sim.yml',
  text: (test, required) => {
    const { line, reports } = testLine(test, 'rental-sim.md')
    const pip = pipLine(test, required)
    const python =
      test?.pip === undefined
        ? ''
        : `      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: '3.13'
${pip === undefined ? '' : `      - run: ${pip}\n`}`
    return `# The simulator runs for as long as the tests do; what it was asked is the summary of the job.
name: Tests against a simulator
on: [push]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 22
          cache: npm
${python}      - run: npm ci
      - run: ${RENTAL_SIM} validate
      - run: ${line}
${reports ? `      - if: always() && hashFiles('rental-sim.md') != ''\n        run: cat rental-sim.md >> "$GITHUB_STEP_SUMMARY"\n` : ''}`
  },
}

const gitlab: Workflow = {
  file: '.gitlab-ci.yml',
  text: (test, required) => {
    const { line, reports } = testLine(test, 'rental-sim.xml')
    const pip = pipLine(test, required)
    // The image has Python, and Debian keeps pip and venv of it in a package apart.
    const python =
      pip === undefined
        ? ''
        : `  before_script:
    - apt-get update && apt-get install --yes python3-venv
    - python3 -m venv .venv
    - . .venv/bin/activate
    - ${pip}
`
    return `# The simulator runs for as long as the tests do; what it was asked is shown beside the tests.
test-against-a-simulator:
  image: node:22
${python}  script:
    - npm ci
    - ${RENTAL_SIM} validate
    - ${line}
${reports ? '  artifacts:\n    when: always\n    reports:\n      junit: rental-sim.xml\n' : ''}`
  },
}

/** By the service. */
export const workflows = { github, gitlab } as const
