import { createSimulator } from 'rental-sim'
import { element } from '../instance-list.ts'
import { type Recorded, sessions } from './sessions.ts'
import { story } from './story.ts'

const recorded: readonly Recorded[] = await (await fetch('./recorded.json')).json()
const seen = { story: await story(createSimulator), sessions: await sessions(createSimulator, recorded) }
element('output').textContent = JSON.stringify(seen)
element('output').id = 'told'
