import { type FirstTest, RENTAL_SIM } from './tests.ts'

/** What a service runs, as a file. */
interface Workflow {
  readonly file: string
  readonly text: (test: FirstTest | undefined) => string
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
  text: (test) => {
    const { line, reports } = testLine(test, 'rental-sim.md')
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
      - run: npm ci
      - run: ${RENTAL_SIM} validate
      - run: ${line}
${reports ? `      - if: always() && hashFiles('rental-sim.md') != ''\n        run: cat rental-sim.md >> "$GITHUB_STEP_SUMMARY"\n` : ''}`
  },
}

const gitlab: Workflow = {
  file: '.gitlab-ci.yml',
  text: (test) => {
    const { line, reports } = testLine(test, 'rental-sim.xml')
    return `# The simulator runs for as long as the tests do; what it was asked is shown beside the tests.
test-against-a-simulator:
  image: node:22
  script:
    - npm ci
    - ${RENTAL_SIM} validate
    - ${line}
${reports ? '  artifacts:\n    when: always\n    reports:\n      junit: rental-sim.xml\n' : ''}`
  },
}

/** By the service. */
export const workflows = { github, gitlab } as const
