import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { scripts } from '../../package.json' with { type: 'json' }

const FOLDERS = ['.github/workflows', 'docs/examples/github-actions']
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`),
)

/** What GitHub's own parser has against a workflow. */
async function complaints(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: 'it', content }, new NoOperationTraceWriter())
  const errors = value === undefined ? [] : ((await convertWorkflowTemplate(context, value)).errors ?? [])
  return [...context.errors.getErrors().map(({ message }) => message), ...errors.map(({ Message }) => Message)]
}

const text = (file: string): string => readFileSync(file, 'utf8')

test.each(files)('%s is a workflow as GitHub reads it', async (file) => {
  expect(await complaints(text(file))).toEqual([])
})

test.each([
  ['runs-on: ubuntu-24.04', 'runs_on: ubuntu-24.04', "Unexpected value 'runs_on'"],
  ['    needs: tag\n', '    needs: tags\n', "depends on unknown job 'tags'"],
  ['${{ matrix.variant }}', '${{ matrx.variant }}', "Unrecognized named-value: 'matrx'"],
  ['${{ needs.tag.', '${{ needs tag.', 'Unexpected symbol'],
  ['uses: docker/', 'use: docker/', "Unexpected value 'use'"],
  ['  contents: write', '  contents: wriet', "Unexpected value 'wriet'"],
])('a workflow with %j as %j is found', async (right, wrong, complaint) => {
  const broken = text('.github/workflows/release.yml').replace(right, wrong)
  expect(broken).not.toBe(text('.github/workflows/release.yml'))
  expect((await complaints(broken)).join('\n')).toContain(complaint)
})

const step = z.object({ uses: z.string().optional(), run: z.string().default('') })
const job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.int(),
  container: z.union([z.string(), z.object({ image: z.string() }).transform(({ image }) => image)]).optional(),
  steps: z.array(step),
})
const workflow = z.object({ permissions: z.record(z.string(), z.literal('read')), jobs: z.record(z.string(), job) })

test.each(files.filter((file) => file.startsWith('.github')))(
  '%s names what it uses by what it holds, runs what there is, and is given little',
  (file) => {
    const jobs = Object.values(workflow.parse(parse(text(file))).jobs)
    const steps = jobs.flatMap((each) => each.steps)
    const actions = steps.flatMap(({ uses = [] }) => uses)
    const images = jobs.flatMap(({ container = [] }) => container)
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(action))).toEqual([])
    expect(images.filter((image) => !/@sha256:[\da-f]{64}$/.test(image))).toEqual([])
    const commands = steps.map(({ run }) => run).join('\n')
    for (const [, name = ''] of commands.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name)
    for (const [program] of commands.matchAll(/\.ci\/\w+/g)) accessSync(program, constants.X_OK)
  },
)
