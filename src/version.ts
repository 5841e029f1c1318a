/** The version of the package, and what it works with beside it. */
export { peerDependencies, version } from '../package.json' with { type: 'json' }
