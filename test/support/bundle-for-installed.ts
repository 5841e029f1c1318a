import { rolldown } from 'rolldown'

/** What a source of this repository is where the package is installed. */
const entries: Readonly<Record<string, string>> = { 'src/index.ts': 'rental-sim', 'src/msw.ts': 'rental-sim/msw' }

/** A TypeScript module of the tests as one of JavaScript, for a project that installed the package. */
export async function bundleForInstalled(module: string): Promise<string> {
  const build = await rolldown({
    input: module,
    platform: 'neutral',
    external: [/^(msw|node:)/],
    plugins: [
      {
        name: 'installed',
        resolveId: (id) => {
          const entry = Object.entries(entries).find(([file]) => id.endsWith(file))
          return entry && { id: entry[1], external: true }
        },
      },
    ],
  })
  const { output } = await build.generate({ codeSplitting: false })
  await build.close()
  return output[0].code
}
