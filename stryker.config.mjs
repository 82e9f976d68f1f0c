// npm run test:mutants: which files are changed, which tests must notice.
export default {
  mutate: [
    'domain/**/*.ts',
    '!domain/**/*.test.ts',
    // Examples that only tests and demonstration data use.
    '!domain/example-*.ts',
    '!domain/worked-example.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'stryker.vitest.mjs' },
  // What runs once, when a module is loaded, such as tables of words.
  ignoreStatic: true,
  // TypeScript 7 has no API that Stryker knows. A file that doesn't exist keeps it from rewriting ours; vitest needs none.
  tsconfigFile: 'no-tsconfig.json',
  ignorePatterns: ['**', '!domain/**', '!package.json', '!tsconfig.base.json', '!docs/reckon-year-pack.mjs', '!stryker.vitest.mjs'],
  tempDirName: '.cache/stryker',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/mutants.json' },
  allowEmpty: true,
}
