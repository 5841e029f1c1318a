import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const service = z.strictObject({
  image: z.string(),
  credentials: z.strictObject({ username: z.string(), password: z.string() }),
  env: z.record(z.string(), z.string()),
  ports: z.array(z.string()),
  options: z.string(),
})

const step = z.union([
  z.strictObject({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ run: z.string(), if: z.string().optional(), env: z.record(z.string(), z.string()).optional() }),
])

const file = z.strictObject({
  name: z.string(),
  on: z.array(z.string()),
  permissions: z.record(z.string(), z.literal('read')),
  env: z.record(z.string(), z.string()).default({}),
  jobs: z.strictObject({
    test: z.strictObject({
      'runs-on': z.string(),
      services: z.strictObject({ 'rental-sim': service }).optional(),
      steps: z.array(step),
    }),
  }),
})

/** An example of a workflow, read as GitHub reads it. */
export function workflow(name: 'exec' | 'container') {
  const { env, jobs } = file.parse(parse(readFileSync(`docs/examples/github-actions/${name}.yml`, 'utf8')))
  const { services, steps } = jobs.test
  return {
    env,
    service: services?.['rental-sim'],
    /** The actions that its steps use. */
    actions: steps.flatMap((each) => ('uses' in each ? [each.uses] : [])),
    /** What its steps run, in order. */
    commands: steps.flatMap((each) => ('run' in each ? [each.run] : [])),
  }
}

const gitlabJob = z.object({
  script: z.array(z.string()),
  variables: z.record(z.string(), z.string()).default({}),
  services: z.array(z.object({ alias: z.string(), variables: z.record(z.string(), z.string()) })).default([]),
  artifacts: z.object({ reports: z.object({ junit: z.string() }) }),
})

/** The jobs of the example for GitLab CI; what they may hold besides is GitLab's schema to say. */
export const gitlabJobs = () =>
  z
    .strictObject({ 'with-a-command': gitlabJob, 'with-a-service': gitlabJob })
    .parse(parse(readFileSync('docs/examples/gitlab/.gitlab-ci.yml', 'utf8')))
