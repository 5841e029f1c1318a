import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

interface Bundled {
  /** `index.html` and a script for each source, by name. */
  readonly files: Readonly<Record<string, string>>
  /** What the scripts were made of. */
  readonly modules: readonly string[]
  /** What they still ask for when they run. */
  readonly imports: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Bundles a page's TypeScript for browsers, as a project that installed the package does: `rental-sim` is what its own
 * package.json offers to a browser.
 */
export async function bundlePage(folder: string, scripts: readonly string[]): Promise<Bundled> {
  const warnings: string[] = []
  const made = await Promise.all(
    scripts.map(async (script) => {
      const build = await rolldown({
        input: { [script]: `${folder}/${script}.ts` },
        platform: 'browser',
        tsconfig: false,
        onLog: (_level, { message }) => void warnings.push(message),
      })
      const { output } = await build.generate({ codeSplitting: false })
      await build.close()
      return output
    }),
  )
  const chunks = made.flat().filter((file) => file.type === 'chunk')
  return {
    files: {
      'index.html': readFileSync(`${folder}/index.html`, 'utf8'),
      ...Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code])),
    },
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    imports: chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    warnings,
  }
}
