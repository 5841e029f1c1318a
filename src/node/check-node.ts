import { nodeVersionProblem } from './old-node.ts'

// The build makes it the first import of each entry for Node. Where there is no process, as in a browser, nothing is checked.
const version: unknown = globalThis.process?.versions?.node
const complaint = typeof version === 'string' ? nodeVersionProblem(version) : undefined
if (complaint !== undefined) throw new Error(complaint)
