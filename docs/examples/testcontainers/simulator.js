import { AbstractStartedContainer, GenericContainer, Wait } from 'testcontainers'

const PORT = 4010

/** The simulator in a container. Options are those of the command: `.withCommand(['--clock', 'frozen'])`. */
export class SimulatorContainer extends GenericContainer {
  constructor(image = process.env.RENTAL_SIM_IMAGE ?? 'rental-sim') {
    super(image)
    this.withExposedPorts(PORT).withWaitStrategy(Wait.forHttp('/_sim/health', PORT))
  }

  /** Fixtures and scenarios of a folder, known by their names. */
  withLibrary(source) {
    return this.withCopyDirectoriesToContainer([{ source, target: '/library' }])
  }

  async start() {
    return new StartedSimulator(await super.start())
  }
}

class StartedSimulator extends AbstractStartedContainer {
  /** Where a client finds the interface; each name is its own sandbox. */
  url(sandbox = 'default') {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}/~${sandbox}`
  }
}
