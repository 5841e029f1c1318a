import { readable } from './readable.ts'
import type { SwaggerUi, SwaggerUiOptions } from './swagger-ui.ts'

declare const SwaggerUIBundle: (options: SwaggerUiOptions) => SwaggerUi

/** As the document calls it. */
const SCHEME = 'apiKey'

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => void document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const place = document.querySelector<HTMLElement>('#reference')
const { document: url, key } = place?.dataset ?? {}

const ui = SwaggerUIBundle({
  domNode: place,
  url,
  validatorUrl: null,
  deepLinking: true,
  // What stands there are parts that have no name.
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  docExpansion: 'list',
  persistAuthorization: true,
  showExtensions: true,
  tryItOutEnabled: true,
  plugins: [readable],
  onComplete: () => {
    // What somebody entered here earlier is kept by the browser, and goes before.
    if (key !== undefined && !ui.authSelectors.authorized().has(SCHEME)) ui.preauthorizeApiKey(SCHEME, key)
  },
})
