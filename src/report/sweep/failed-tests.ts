const NOT_OK = /^\s*not ok \d+(?: -)? (.*)$/gm

/** The tests that failed, where what a command wrote is TAP (`not ok 3 - rents once`), as node:test writes it; else none. */
export const failedTestsIn = (output: string): readonly string[] =>
  [...output.matchAll(NOT_OK)].flatMap(([, told = '']) => {
    const [name = '', ...directives] = told.split(' # ')
    return directives.some((each) => /^(TODO|SKIP)\b/i.test(each)) ? [] : [name.trim().replaceAll('\\#', '#')]
  })
