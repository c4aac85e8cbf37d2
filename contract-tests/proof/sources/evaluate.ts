import { execFileSync } from 'node:child_process'
import type { SourceLanguage } from './demonstration.ts'

/** An expression with the value that it reads. */
export interface Evaluation {
  readonly expression: string
  readonly value: unknown
}

interface Interpreter {
  readonly command: readonly [string, ...string[]]
  readonly debianPackage: string
}

const PYTHON = `
import argparse, ast, base64, collections, datetime, decimal, email.utils, functools, html, io, ipaddress, json, locale
import ntpath, os, re, shlex, sqlite3, sys, unicodedata, urllib.parse, uuid
def query(statement, *values): return sqlite3.connect(':memory:').execute(statement, values).fetchone()[0]
def printable(text): return ''.join(c for c in text if c.isprintable())
@functools.lru_cache
def cached(items): return items
def parses_option(name):
    parser = argparse.ArgumentParser()
    parser.add_argument('--text')
    return parser.parse_args(['--' + name, 'x']).text == 'x'
results = []
for e in json.load(sys.stdin):
    cached.cache_clear()
    results.append(eval(e['expression'], {**globals(), 'v': e['value']}))
print(json.dumps(results))`

const RUBY = `
require 'erb'
require 'json'
results = JSON.parse($stdin.read).map { |e| v = e['value']; eval(e['expression']) }
puts JSON.generate(results)`

const PHP = `
ini_set('precision', '14');
$results = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $e) { $v = $e['value']; $results[] = eval("return $e[expression];"); }
echo json_encode($results, JSON_THROW_ON_ERROR);`

const JAVASCRIPT = `
const { AsyncLocalStorage } = require('node:async_hooks')
const util = require('node:util')
const evaluations = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
function evaluate(expression) { return new Function('v', 'util', 'AsyncLocalStorage', 'return ' + expression) }
const results = evaluations.map(({ expression, value }) => evaluate(expression)(value, util, AsyncLocalStorage))
process.stdout.write(JSON.stringify(results))`

/** How each language evaluates a list of expressions from its standard input. */
export const interpreters: Readonly<Record<SourceLanguage, Interpreter>> = {
  javascript: { command: [process.execPath, '--eval', JAVASCRIPT], debianPackage: 'nodejs' },
  php: { command: ['php', '-r', PHP], debianPackage: 'php-cli' },
  python: { command: ['python3', '-c', PYTHON], debianPackage: 'python3' },
  ruby: { command: ['ruby', '-e', RUBY], debianPackage: 'ruby' },
}

/** Evaluates expressions in one process of their language, and returns their results in the same order. */
export function evaluate(language: SourceLanguage, evaluations: readonly Evaluation[]): readonly unknown[] {
  const [program, ...options] = interpreters[language].command
  const output = execFileSync(program, options, {
    input: JSON.stringify(evaluations),
    encoding: 'utf8',
    env: { ...process.env, HOME: '/root', PYTHONIOENCODING: 'utf-8' },
  })

  const results: unknown = JSON.parse(output)
  if (!Array.isArray(results)) throw new Error(`Cannot read the results of ${program}: it printed "${output}".`)
  return results
}
