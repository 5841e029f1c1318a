import { readable } from './readable.ts'
import type { SwaggerUi, SwaggerUiOptions } from './swagger-ui.ts'

declare const SwaggerUIBundle: (options: SwaggerUiOptions) => SwaggerUi

/** The name of the security scheme in the document. */
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
  // Hides the list of models: here they are parts without names.
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  docExpansion: 'list',
  persistAuthorization: true,
  showExtensions: true,
  tryItOutEnabled: true,
  plugins: [readable],
  onComplete: () => {
    // A key that the user entered earlier is kept by the browser, and wins.
    if (key !== undefined && !ui.authSelectors.authorized().has(SCHEME)) ui.preauthorizeApiKey(SCHEME, key)
  },
})
