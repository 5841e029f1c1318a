import { h, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Overview } from '../control/sandboxes.ts'
import { ActButton, Toast } from './acts.tsx'
import { Link, useAddress } from './address.tsx'
import { applyScheme, Bar } from './bar.tsx'
import { CallError, follow, renew, textOfError, useCall } from './calls.ts'
import { Coverage } from './coverage.tsx'
import { Data } from './data.tsx'
import { Docs } from './docs.tsx'
import { Faults } from './faults.tsx'
import { icon } from './icon.ts'
import { onKey } from './keys.ts'
import { Empty } from './parts.tsx'
import { Requests } from './requests.tsx'
import { making } from './sandbox-menu.tsx'

const TITLES = { requests: 'Requests', faults: 'Faults', data: 'Data', coverage: 'Coverage', docs: 'Docs' } as const
const VIEWS = { requests: Requests, faults: Faults, data: Data, coverage: Coverage } as const

const Program = () => {
  const { base, view } = useAddress()
  // Another sandbox is another page: nothing that it shows is of the one before.
  return view === 'docs' ? <Shell key={`${base} docs`} /> : <Shell key={base} />
}

const Shell = () => {
  const { view, query, page } = useAddress()
  const { data: overview, error } = useCall<Overview>('overview')
  const isRefused = error?.status === 401
  const isKnown = overview !== undefined
  useEffect(() => (isKnown ? follow() : undefined), [isKnown])
  useTitle(overview)
  if (isRefused && view !== 'docs') return <SignIn error={error} />
  const open = page || query['request'] || query['row'] || query['rule']
  return (
    <>
      <Bar overview={overview} />
      <main id="main" tabindex={-1} class={`view ${view ?? 'none'}`}>
        <h1 class="unseen">{view === undefined ? 'No such page' : `${TITLES[view]}${open ? `: ${open}` : ''}`}</h1>
        {view === 'docs' ? (
          <Docs isSignedOut={isRefused} />
        ) : overview?.exists === false ? (
          <Absent overview={overview} />
        ) : view === undefined ? (
          <Empty text="There is no such page.">
            <Link to={{ view: 'requests' }}>To the requests</Link>
          </Empty>
        ) : (
          h(VIEWS[view], {})
        )}
      </main>
      <Toast />
    </>
  )
}

const Absent = ({ overview: { sandbox, nearest } }: { readonly overview: Overview }) => (
  <Empty text={`No sandbox ${sandbox} yet. Its first request makes it; this page follows it from then on.`}>
    {nearest.length > 0 && (
      <p>
        Nearest:{' '}
        {nearest.map((name) => (
          <Link key={name} to={{ sandbox: name, view: 'requests' }}>
            {name}{' '}
          </Link>
        ))}
      </p>
    )}
    <ActButton class="filled accent" {...making(sandbox)}>
      Make {sandbox}
    </ActButton>
  </Empty>
)

const SignIn = ({ error }: { readonly error: CallError }) => {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string>()
  const { proxy } = useAddress()
  const open = async (event: Event): Promise<void> => {
    event.preventDefault()
    const answer = await fetch(`${proxy}/_sim/ui/session`, { method: 'POST', body: JSON.stringify({ token }) })
    if (answer.ok) renew()
    else setProblem('That is not the token this server was started with.')
  }
  return (
    <main class="door stack" id="main">
      <h1>rental-sim</h1>
      <form class="stack" onSubmit={(event) => void open(event)}>
        <label for="token">Control token</label>
        <input
          id="token"
          type="password"
          required
          autoFocus
          autocomplete="current-password"
          value={token}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <button type="submit" class="filled accent">
          Open
        </button>
        {problem === undefined ? <p class="quiet">{textOfError(error)}</p> : <p role="alert">{problem}</p>}
      </form>
    </main>
  )
}

/** `#12 · Requests · default · rental-sim :4010`: three simulators are three tabs. */
function useTitle(overview: Overview | undefined): void {
  const { view, query, page } = useAddress()
  useEffect(() => {
    const open = query['request'] === undefined ? (query['rule'] ?? query['row'] ?? page) : `#${query['request']}`
    const parts = [
      open,
      view === undefined ? '' : TITLES[view],
      overview?.sandbox ?? '',
      `rental-sim${location.port === '' ? '' : ` :${location.port}`}`,
    ]
    document.title = parts.filter((part) => part !== '').join(' · ')
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (link !== null && overview !== undefined) link.href = icon(overview)
  })
}

addEventListener('keydown', onKey)
applyScheme()
const place = document.querySelector('#app')
if (place !== null) render(<Program />, place)
