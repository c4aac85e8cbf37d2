import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { checkProse, readMarkdown, readTypeScript } from '/work/main/tools/scripts/language.ts'
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], { encoding: 'utf8' }).trim().split('\n').filter(f=>!/generated\/|\.api\.md$|CHANGELOG/.test(f))
const by:Record<string,number>={}, rules:Record<string,number>={}
let n=0
for(const f of files){const t=readFileSync(f,'utf8');for(const p of (f.endsWith('.md')?readMarkdown(f,t):readTypeScript(f,t)).flatMap(checkProse)){n++;const k=f.split('/').slice(0,2).join('/');by[k]=(by[k]??0)+1;const r=p.rule.replace(/\d+/g,'N').slice(0,40);rules[r]=(rules[r]??0)+1;if(process.argv[2]&&f.startsWith(process.argv[2]))console.log(`${p.file}:${p.line}: ${p.rule}: ${p.excerpt}`)}}
console.log(n);console.log(by);console.log(rules)
