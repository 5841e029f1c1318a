import { type Look, pageUrl } from './page-context.ts'
import { Document } from './shell.tsx'

interface DoorProps {
  readonly look: Look
  /** Path and query of the page that was asked for. */
  readonly page: string
  readonly isWrong?: boolean
}

/** Where a control token guards the controls: one who knows it gets in, until the browser is closed. */
export const Door = ({ look, page, isWrong = false }: DoorProps) => (
  <Document title="rental-sim" look={look}>
    <main id="main" class="door">
      <h1>rental-sim</h1>
      <form method="post" action={pageUrl(look, 'session')}>
        <input type="hidden" name="page" value={page} />
        <label for="token">Control token</label>
        <input id="token" name="token" type="password" required autofocus autocomplete="current-password" />
        <button>Open</button>
        {isWrong && <p role="alert">That is not the token this server was started with.</p>}
      </form>
    </main>
  </Document>
)
