import { CONFTEST, PYTEST_TEST } from './pytest.ts'

/** The command in a project that has installed it. */
export const RENTAL_SIM = 'npx --no-install rental-sim'

/** A first test of a client, and how it is run. */
export interface FirstTest {
  readonly file: string
  readonly text: string
  /** What runs it; a simulator of its own is in it, or beside it. */
  readonly command: string
  /** How the same test is made to fail: a line for a shell. */
  readonly failing: string
  /** A file that the runner reads besides. */
  readonly setup?: { readonly file: string; readonly text: string }
  /** What npm installs for it. */
  readonly needs?: string
  /** What pip installs for it, besides what the project requires; absent where it needs no Python. */
  readonly pip?: readonly string[]
}

const SCENARIO = 'first-listing-fails'

/** A test that runs in a process of its own, beside a simulator. */
const beside = (file: string, text: string, runner: string, needs?: string): FirstTest => ({
  file,
  text,
  command: `${RENTAL_SIM} exec -- ${runner} ${file}`,
  failing: `${RENTAL_SIM} exec --scenario ${SCENARIO} -- ${runner} ${file}`,
  needs,
})

const vitest: FirstTest = {
  file: 'first-listing.test.ts',
  text: `import { test } from 'rental-sim/vitest'
import { expect } from 'vitest'

const headers = { Authorization: 'Bearer renter-key' }

test('the list has my instance', async ({ sim }) => {
  // sim.scenario('${SCENARIO}')
  const response = await sim.fetch('/api/v0/instances/', { headers })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ instances: [{ id: 31 }] })
})
`,
  command: 'npx --no-install vitest run first-listing.test.ts',
  failing: `# the same line, after you uncomment sim.scenario(...) in the test`,
  needs: 'vitest',
}

const jest = beside(
  'first-listing.test.js',
  `const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env

test('the list has my instance', async () => {
  const response = await fetch(\`\${url}/api/v0/instances/\`, { headers: { Authorization: \`Bearer \${key}\` } })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ instances: [{ id: 31 }] })
})
`,
  'npx --no-install jest',
  'jest',
)

const playwright = beside(
  'first-listing.spec.ts',
  `import { expect, test } from '@playwright/test'

const { RENTAL_SIM_URL: url, RENTAL_SIM_API_KEY: key } = process.env

test('the list has my instance', async ({ request }) => {
  const response = await request.get(\`\${url}/api/v0/instances/\`, { headers: { Authorization: \`Bearer \${key}\` } })
  expect(response.status()).toBe(200)
  expect(await response.json()).toMatchObject({ instances: [{ id: 31 }] })
})
`,
  'npx --no-install playwright test',
  '@playwright/test',
)

const python: FirstTest = {
  ...beside(
    'test_first_listing.py',
    `import json
import os
import unittest
from urllib.request import Request, urlopen


class FirstListing(unittest.TestCase):
    def test_the_list_has_my_instance(self):
        headers = {"Authorization": "Bearer " + os.environ["RENTAL_SIM_API_KEY"]}
        with urlopen(Request(os.environ["RENTAL_SIM_URL"] + "/api/v0/instances/", headers=headers)) as response:
            self.assertEqual([each["id"] for each in json.load(response)["instances"]], [31])
`,
    'python3 -m unittest',
  ),
  pip: [],
}

/** It starts a simulator itself where it finds none. */
const pytest: FirstTest = {
  file: 'test_list_instances.py',
  text: PYTEST_TEST,
  setup: { file: 'conftest.py', text: CONFTEST },
  command: 'python3 -m pytest test_list_instances.py',
  failing: `${RENTAL_SIM} exec --scenario ${SCENARIO} -- python3 -m pytest test_list_instances.py`,
  pip: ['pytest'],
}

const PACT = 'first-listing.pact.json'
const pact: FirstTest = {
  file: PACT,
  text: `{
  "consumer": { "name": "my client" },
  "provider": { "name": "marketplace" },
  "interactions": [
    {
      "description": "the list has my instance",
      "request": { "method": "GET", "path": "/api/v0/instances/", "headers": { "Authorization": "Bearer renter-key" } },
      "response": { "status": 200, "body": { "instances": [{ "id": 31 }] } }
    }
  ],
  "metadata": { "pactSpecification": { "version": "3.0.0" } }
}
`,
  command: `${RENTAL_SIM} pact verify ${PACT}`,
  failing: `${RENTAL_SIM} pact verify --scenario ${SCENARIO} ${PACT}`,
  needs: '@pact-foundation/pact@16',
}

/** By what runs it. */
export const firstTests = { vitest, jest, python, pytest, pact, playwright } as const
