import { useRef, useState } from 'preact/hooks'
import type { Comparison } from '../control/compare.ts'
import { ActButton, Button, carryOut, complain, say } from './acts.tsx'
import { goTo, Link, readAddress, useAddress } from './address.tsx'
import { call, useCall } from './calls.ts'
import { counted, grouped, Input, Menu, Search, walk } from './parts.tsx'

interface Listed {
  readonly name: string
  readonly now: string
  readonly requests: number
  readonly errors: number
}

export const SandboxMenu = () => {
  const { sandbox } = useAddress()
  return (
    <Menu class="sandboxes" name={`Sandbox ${sandbox}`} label={<>{sandbox} ▾</>}>
      <SandboxList here={sandbox} />
    </Menu>
  )
}

/** Makes a sandbox: the first request to it does. */
export const making = (sandbox: string) => ({
  text: `Make ${sandbox}`,
  done: `Made ${sandbox}.`,
  route: 'POST clock/advance',
  body: { seconds: 0 },
  sandbox,
})

const MAX_SHOWN = 60

/** All sandboxes, the current one first; their order and their places stay while the menu is open. */
const SandboxList = ({ here }: { readonly here: string }) => {
  const [text, setText] = useState('')
  const [compared, setCompared] = useState<Comparison>()
  const order = useRef<string[]>([])
  const { data } = useCall<{ readonly sandboxes: readonly Listed[] }>('sandboxes')
  const known = new Map((data?.sandboxes ?? []).map((each) => [each.name, each]))
  for (const name of known.keys()) if (!order.current.includes(name)) order.current.push(name)
  const names = [here, ...order.current.filter((name) => name !== here)]
  const found = names.filter((name) => name.includes(text.trim()))
  const create = async (event: Event): Promise<void> => {
    event.preventDefault()
    const name = text.trim()
    const [first] = found
    if (first !== undefined && (found.length === 1 || name === first)) goTo({ sandbox: first })
    else if (name === '' || (await carryOut(making(name))) === undefined) return
    else goTo({ sandbox: name, view: 'requests' })
  }
  return (
    <div onKeyDown={(event) => walk(event, 'input[type=search], .sandbox a, .snapshots :is(button, input)')}>
      <form class="line" onSubmit={(event) => void create(event)}>
        <Search
          class="grow"
          label="Find or create a sandbox"
          placeholder="Find or create"
          data-first
          value={text}
          maxLength={64}
          set={setText}
        />
        <button type="submit">{found.length === 0 ? 'Create' : 'Open'}</button>
      </form>
      <ul class="space">
        {found.slice(0, MAX_SHOWN).map((name) => (
          <Item
            key={name}
            name={name}
            here={here}
            listed={known.get(name)}
            isLoaded={data !== undefined}
            compare={setCompared}
          />
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p class="quiet">{grouped(found.length - MAX_SHOWN)} more: type to find them.</p>}
      {compared !== undefined && <Compared comparison={compared} />}
      <Snapshots />
    </div>
  )
}

interface ItemProps {
  readonly name: string
  readonly here: string
  readonly listed: Listed | undefined
  readonly isLoaded: boolean
  readonly compare: (comparison: Comparison) => void
}

const Item = ({ name, here, listed, isLoaded, compare }: ItemProps) => {
  const [isArmed, setIsArmed] = useState(false)
  const isGone = isLoaded && listed === undefined
  const fork = async (): Promise<void> => {
    const done = await carryOut<{ readonly sandbox: string }>({
      text: `Fork ${name}`,
      done: '',
      route: 'POST fork',
      sandbox: name,
    })
    if (done === undefined) return
    const { view } = readAddress()
    goTo({ sandbox: done.sandbox, view: view ?? 'requests' })
    say(`You are in ${done.sandbox}, a copy of ${name}.`)
  }
  const remove = (): void => {
    setIsArmed(false)
    void carryOut({
      text: `Delete ${name}`,
      done: `Deleted ${name}.`,
      route: `DELETE sandboxes/${encodeURIComponent(name)}`,
      sandbox: name,
      undo: 'snapshot',
    }).then(() => name === here && goTo({ sandbox: 'default', view: 'requests' }))
  }
  const compareWith = (): void =>
    void call<Comparison>(`GET compare/${encodeURIComponent(name)}`).then(compare, complain)
  return (
    <li class={`sandbox item${isGone ? ' gone' : ''}`}>
      <Link
        class="name plain cut"
        to={{ sandbox: name, view: readAddress().view ?? 'requests' }}
        aria-current={name === here ? 'true' : undefined}
      >
        {name}
      </Link>
      <span class="right" title="requests">
        {isGone ? 'not there' : grouped(listed?.requests ?? 0)}
      </span>
      <span class="red ink right" title="errors">
        {listed === undefined || listed.errors === 0 ? '' : counted(listed.errors, 'error')}
      </span>
      {isGone ? (
        <span />
      ) : isArmed ? (
        <span>
          Delete?{' '}
          <Button class="filled red" onClick={remove} aria-label={`Yes, delete ${name}`}>
            yes
          </Button>{' '}
          <Button onClick={() => setIsArmed(false)}>no</Button>
        </span>
      ) : (
        <span>
          <Button class="bare" onClick={() => void fork()} aria-label={`Fork ${name}`} title="Open a copy of it">
            Fork
          </Button>
          <Button
            class="bare"
            disabled={name === here}
            onClick={compareWith}
            aria-label={`Compare ${here} with ${name}`}
          >
            Compare
          </Button>
          <ActButton class="bare" text={`Reset ${name}`} route="POST reset" sandbox={name} undo="snapshot">
            Reset
          </ActButton>
          <Button
            class="bare"
            disabled={name === 'default'}
            onClick={() => setIsArmed(true)}
            aria-label={`Delete ${name}`}
          >
            Delete
          </Button>
        </span>
      )}
    </li>
  )
}

const Compared = ({ comparison }: { readonly comparison: Comparison }) => {
  const { here, there, same, first_difference: first, setup } = comparison
  return (
    <div class="box" role="status">
      {first === null ? (
        <p>
          {here} and {there}: {counted(same, 'request is', 'requests are')} the same, except for times.
        </p>
      ) : (
        <p>
          First difference{first.path === '' ? '' : ` (${first.path})`}: {here} <Side name={here} side={first.here} />,{' '}
          {there} <Side name={there} side={first.there} />.
        </p>
      )}
      {setup.length > 0 && (
        <p class="quiet">
          Setup: {setup.map((each) => `${each.path} ${wordOf(each.here)} / ${wordOf(each.there)}`).join(', ')}
        </p>
      )}
    </div>
  )
}

const wordOf = (value: unknown): string =>
  value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)

interface SideProps {
  readonly name: string
  readonly side: NonNullable<Comparison['first_difference']>['here']
}

const Side = ({ name, side }: SideProps) =>
  side === null ? (
    <>has no further request</>
  ) : (
    <Link to={{ sandbox: name, view: 'requests', query: { request: side.id } }}>
      #{side.id} {side.method} {side.path} {side.status === 0 ? 'lost' : side.status}
    </Link>
  )

const Snapshots = () => {
  const [name, setName] = useState('')
  const names = (
    useCall<{ readonly snapshots: readonly { readonly name: string }[] }>('snapshots').data?.snapshots ?? []
  ).map((each) => each.name)
  const take = async (event: Event): Promise<void> => {
    event.preventDefault()
    const wanted = name.trim()
    const done = await carryOut({
      text: `Snapshot ${wanted}`,
      done: `Kept as ${wanted}.`,
      route: 'POST snapshots',
      body: { name: wanted },
    })
    if (done !== undefined) setName('')
  }
  return (
    <section class="snapshots" aria-label="Snapshots">
      <h3>Snapshots of this sandbox</h3>
      {names.map((each) => (
        <div class="between item" key={each}>
          <b class="grow">{each}</b>
          <ActButton
            text={`Restore ${each}`}
            done={`As it was in ${each}.`}
            route={`POST snapshots/${each}/restore`}
            undo="snapshot"
          >
            Restore
          </ActButton>
          <ActButton
            class="bare"
            text={`Delete snapshot ${each}`}
            done={`Deleted snapshot ${each}.`}
            route={`DELETE snapshots/${each}`}
          >
            Delete
          </ActButton>
        </div>
      ))}
      <form class="line" onSubmit={(event) => void take(event)}>
        <Input
          class="grow"
          aria-label="Name of a snapshot"
          placeholder="Name"
          value={name}
          maxLength={64}
          required
          set={setName}
        />
        <button type="submit">Keep this moment</button>
      </form>
    </section>
  )
}
