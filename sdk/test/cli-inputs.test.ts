import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { callCommand, returning } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

/** Runs a batch of CSV. Returns the arguments that were sent for each row. */
async function batchOf(name: string, { text, options = [] }: { readonly text: string; readonly options?: readonly string[] }) {
  const line = ['batch', 'flow', '--input', file(name, text), '--concurrency', '1', ...options]
  const { code, err, sent } = await callCommand(line)
  const rows = sent.map(({ body }) => {
    const { args } = body as { readonly args: readonly { readonly name: string; readonly value: unknown }[] }
    return Object.fromEntries(args.map(({ name, value }) => [name, value]))
  })
  return { code, err, rows }
}

test('wfhost batch refuses null as an argument before anything is sent, and names the line', async () => {
  const input = file('null.jsonl', '{"n":1}\n{"a":1,"b":null}\n')
  const { code, err, sent } = await callCommand(['batch', 'flow', '--input', input])
  expect({ code, sent }).toEqual({ code: 2, sent: [] })
  expect(err).toContain('null.jsonl: argument b is null; leave it out')
  expect(err).toContain('line 2 of ')
})

test('wfhost batch refuses - as its output file, and says where outcomes go without one', async () => {
  const { code, err, sent } = await callCommand(['batch', 'flow', '--input', file('n.jsonl', '{"n":1}\n'), '--output', '-'])
  expect({ code, sent }).toEqual({ code: 2, sent: [] })
  expect(err).toContain('Cannot write to -: it is not a file; without --output, outcomes go to standard output\n')
})

describe('wfhost batch reads CSV', () => {
  test('with quoted commas, quotes and line breaks, with quotes within a field, and without the empty rows of a spreadsheet', async () => {
    const text = '\uFEFFsubject,text\r\nplain,5" disk\r\n"a, ""b""","two\nlines"\r\n\r\n,\r\n"",\r\n"",x\r\n,,\r\n'
    const { code, rows } = await batchOf('quotes.csv', { text })
    expect(code).toBe(0)
    expect(rows.map(Object.values)).toEqual([
      ['plain', '5" disk'],
      ['a, "b"', 'two\nlines'],
      ['', ''],
      ['', 'x'],
    ])
  })

  test.each([
    { name: 'semicolons.csv', text: 'a;b\n1,5;"x;y"\n', options: ['--delimiter', ';'], row: { a: '1,5', b: 'x;y' } },
    { name: 'tabs.tsv', text: 'a\tb\n1,5\tx\n', row: { a: '1,5', b: 'x' } },
    { name: 'tabs.txt', text: 'a\tb\n1\tx\n', options: ['--format', 'csv', '--delimiter', 'tab'], row: { a: '1', b: 'x' } },
    { name: 'one.csv', text: 'a;b\n1\n', options: ['--delimiter', ','], row: { 'a;b': '1' } },
  ])('with the delimiter of the option or of the file extension: $name', async ({ row, ...csv }) => {
    expect((await batchOf(csv.name, csv)).rows).toEqual([row])
  })

  test('with columns of other types than strings, whose empty fields are left out', async () => {
    const options = ['n:number', 'yes:boolean', 'tags:json', 'a:b:number', 'text:string'].flatMap((column) => [
      '--column',
      column,
    ])
    const text = 'id,n,yes,tags,a:b,text\n007,-1.50,TRUE,"[""x"",1]",2,\n008,,,,1e3,0\n'
    expect((await batchOf('typed.csv', { text, options })).rows).toEqual([
      { id: '007', n: -1.5, yes: true, tags: ['x', 1], 'a:b': 2, text: '' },
      { id: '008', 'a:b': 1000, text: '0' },
    ])
  })

  test('and explains for refused values that they were strings', async () => {
    const line = ['batch', 'flow', '--input', file('strings.csv', 'n\n1\n')]
    const { err } = await callCommand(line, { fetch: returning({}, 400) })
    expect(err).toContain('values of CSV are strings; --column NAME:number types a column')
  })

  test.each([
    { text: 'n,m\n1,2\n3\n', message: 'line 3 of .+ has 1 fields, and the first one 2' },
    { text: 'n, m\n1,2\n', message: 'line 1 of .+ has spaces .+ in the name of a column, " m": remove them' },
    { text: 'n\u00a0\n1\n', message: 'in the name of a column, "n.u00a0"' },
    { text: 'n\u200bx\n1\n', message: 'in the name of a column, "n.u200bx"' },
    { text: 'n,n\n1,2\n', message: 'line 1 of .+ names the column "n" more than once' },
    { text: 'n,,m\n1,2,3\n', message: 'line 1 of .+ has no name for column 2: name it, or remove the column' },
    { text: ',\nn,m\n', message: 'line 1 of .+ has no name for column 1' },
    { text: 'n\n1\n"2\n3\n', message: 'the quotes that begin in line 3 of .+ do not end' },
    { text: 'n\n"1"2\n', message: 'Cannot read line 2 of .+: text follows the quoted field "1"' },
    { text: 'n;m\n1;2\n', message: `line 1 of .+ names one column, "n;m": set the delimiter with --delimiter ';'` },
    { text: 'n\tm\n1\t2\n', message: 'set the delimiter with --delimiter tab' },
    { text: 'n\n1\n', options: ['m:number'], message: '--column names "m", but line 1 of .+ has only the columns \\["n"\\]' },
    { text: 'n\n1,5\n', options: ['n:number'], message: 'line 2 of .+ has 2 fields' },
    { text: 'n\n"1,5"\n', options: ['n:number'], message: 'Cannot read "n" in line 2 of .+: expected a number, found "1,5"' },
    { text: 'n\n0x10\n', options: ['n:number'], message: 'expected a number, found "0x10"' },
    {
      text: 'n\n12345678901234567890\n',
      options: ['n:number'],
      message: 'has more digits than a number can hold; leave it a string',
    },
    { text: 'n\nyes\n', options: ['n:boolean'], message: 'expected true or false, found "yes"' },
    { text: 'n\n[1\n', options: ['n:json'], message: 'Cannot read "n" in line 2 of .+: it is not JSON' },
  ])('and reports before it sends anything: $message', async ({ text, options = [], message }) => {
    const columns = options.flatMap((column) => ['--column', column])
    const { code, err, rows } = await batchOf('bad.csv', { text, options: columns })
    expect({ code, rows }).toEqual({ code: 2, rows: [] })
    expect(err).toMatch(new RegExp(`^wfhost: .*${message}.*\nwfhost: wfhost batch --help shows how to call it\n$`))
  })
})

describe('wfhost batch reads its input without loss', () => {
  test.each([
    {
      name: 'latin-1',
      bytes: Buffer.from('{"n":"M\xfcller"}\n', 'latin1'),
      message: 'line 1, column 8 of .+ is not UTF-8|Cannot read line 1, column 8',
    },
    {
      name: 'latin-1.csv',
      bytes: Buffer.from('n\n\u00fc\n', 'latin1'),
      message: 'Cannot read line 2, column 1',
    },
    {
      name: 'book.xlsx',
      bytes: Buffer.from('PK\x03\x04\0\xff', 'latin1'),
      message: 'it is a workbook or another zip archive; save',
    },
    { name: 'n.csv.gz', bytes: Buffer.from('\x1f\x8b\x08', 'latin1'), message: 'it is compressed with gzip; pipe it' },
    { name: 'utf-16.csv', bytes: Buffer.from('\ufeffn,m\n1,2\n', 'utf16le'), message: 'it is UTF-16' },
    { name: 'unmarked.csv', bytes: Buffer.from('n\n1\n', 'utf16le'), message: 'it has zero bytes, like UTF-16 without' },
    {
      name: 'integers',
      bytes: Buffer.from('{"n":1}\n{"n":1, "id":12345678901234567890}\n'),
      message: 'line 2, column 14 of .+: 12345678901234567890 has more digits',
    },
    {
      name: 'members',
      bytes: Buffer.from('{"a":{"n":1},"n":["n",{"n":"}"}],"\\u006e" : 2}\n'),
      message: 'line 1, column 34 of .+: the member "n" occurs twice',
    },
    {
      name: 'integers.csv',
      bytes: Buffer.from('id\n"[12345678901234567890]"\n'),
      column: 'id:json',
      message: 'Cannot read "id" in line 2 of',
    },
  ])('refuses before the first run a file that cannot be read without loss: $name', async ({ name, bytes, column, message }) => {
    writeFileSync(at(name), bytes)
    const columns = column === undefined ? [] : ['--column', column]
    const { code, err, sent } = await callCommand(['batch', 'flow', '--input', at(name), ...columns])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toMatch(new RegExp(message))
  })

  test('treats only line ends as the end of an input', async () => {
    const odd = 'a\u2028b\u2029c\u0085d'
    const jsonl = file('separators.jsonl', `{"n":"${odd}"}\r\n{"n":2}`)
    const csv = file('separators.csv', `n\r\n${odd}\r\n"x\r\ny\nz"\r\n`)
    const sentFrom = async (input: string) => {
      const { sent } = await callCommand(['batch', 'flow', '--input', input, '--concurrency', '1'])
      return sent.map(({ body }) => Object(body).args[0].value)
    }
    expect(await sentFrom(jsonl)).toEqual([odd, 2])
    expect(await sentFrom(csv)).toEqual([odd, 'x\r\ny\nz'])
  })

  test.each([
    {
      line: ['run', 'a', '--arg-json', 'id=12345678901234567'],
      message: 'column 1 of the value of --arg-json id: 12345678901234567',
    },
    {
      line: ['execute', '--payload', '-'],
      input: '{"n":-90071992547409930}',
      message: 'column 6 of standard input: -90071992547409930',
    },
    {
      line: ['run', 'a', '--args', '-'],
      input: '{\n "id": 9007199254740993\n}',
      message: 'line 2, column 8 of standard input: 9007199254740993',
    },
    {
      line: ['execute', '--payload', '-'],
      input: '{"n":1.23456789012345678901}',
      message: 'column 6 of standard input: 1.23456789012345678901',
    },
    {
      line: ['execute', '--payload', '-'],
      input: '{"n":9.007199254740993e15}',
      message: 'column 6 of standard input: 9.007199254740993e15',
    },
    {
      line: ['execute', '--payload', '-'],
      input: '{"n":1.00000000000000000001}',
      message: 'column 6 of standard input: 1.00000000000000000001',
    },
  ])('refuses a number that JavaScript would change: $message', async ({ line, input = '', message }) => {
    const { code, err, sent } = await callCommand(line, { input })
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain(`wfhost: ${message} has more digits than a number can hold; make it a string\n`)
  })

  test.each(['0.1', '0.30000000000000004', '1.7976931348623157e308', '5e-324', '1e20', '1.50000000000000000000'])(
    'sends the number %s unchanged',
    async (number) => {
      const { code, sent } = await callCommand(['run', 'a', '--arg-json', `x=${number}`])
      expect(code).toBe(0)
      expect(sent[0]?.body).toMatchObject({ args: [{ name: 'x', value: Number(number) }] })
    },
  )

  test.each(['-0', '-0.0'])('refuses %s, which JSON of JavaScript writes as 0, with its place', async (number) => {
    const { code, err, sent } = await callCommand(['batch', 'flow', '--input', '-'], { input: `{"n":${number}}\n` })
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain(`line 1, column 6 of standard input: ${number} cannot be sent as JSON; write 0`)
  })

  test.each(['1e400', '-1e400'])('refuses %s, which is beyond the range of numbers', async (number) => {
    const { code, err, sent } = await callCommand(['run', 'a', '--arg-json', `x={"a":[${number}]}`])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain(`column 7 of the value of --arg-json x: ${number} is beyond the range of numbers; make it a string\n`)
  })

  test('sends numbers without loss, and digits in strings unchanged', async () => {
    const args = '{"a":9007199254740991,"b":1e21,"c":0.30000000000000004,"d":"12345678901234567890","e":"\\"1e400"}'
    const { sent } = await callCommand(['run', 'a', '--args', '-'], { input: args })
    const given: readonly { readonly value: unknown }[] = Object(sent[0]?.body).args
    expect(given.map(({ value }) => value)).toEqual(Object.values(JSON.parse(args)))
  })
})
