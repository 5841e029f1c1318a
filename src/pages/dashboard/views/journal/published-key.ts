import { keyDigest } from '../../../../kernel/secret.ts'
import type { World } from '../../../../sandbox/world.ts'
import { publishedKeys } from '../../../../testing/fixtures/keys.ts'
import type { Exchange } from '../../../../testing/journal/exchange.ts'

/** The key that came with a request, where the package publishes it; of all others only digests are known. */
export const publishedKeyOf = ({ tables }: World, { keyDigest: digest }: Exchange): string | undefined =>
  publishedKeys(tables.users.values()).find(({ key }) => keyDigest(key) === digest)?.key
