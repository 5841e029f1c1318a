import type { Story } from '../kernel/probe.ts'
import { cloudConnectionStory } from './cloud-connections/story.ts'
import { instanceStory } from './instances/story.ts'
import { networkVolumeStory } from './network-volumes/story.ts'
import { templateStory } from './templates/story.ts'

/** What is asked of a service without changing it. */
export const readingStories: readonly Story[] = [instanceStory, cloudConnectionStory, networkVolumeStory, templateStory]
