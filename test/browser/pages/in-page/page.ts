import { createSimulator } from 'rental-sim'
import { element } from '../instance-list.ts'
import { story } from './story.ts'

element('output').textContent = JSON.stringify(await story(createSimulator))
element('output').id = 'told'
