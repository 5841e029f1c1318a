export const documentKinds = ['fixture', 'scenario'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Where the schema of a document lies in a project that has installed the package. */
export const schemaPath = (kind: DocumentKind): string => `./node_modules/rental-sim/schemas/${kind}.schema.json`

/** The first line of a YAML file, by which an editor finds what to check it by. */
export const editorLine = (kind: DocumentKind): string => `# yaml-language-server: $schema=${schemaPath(kind)}\n`
