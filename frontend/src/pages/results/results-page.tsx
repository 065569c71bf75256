/** The Results page: the results of solving a game. */
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { PhaseResults, ResultsDocument, ValueDocument } from '../../generated/api'
import { offers } from '../../core/rules/features'
import { NINE, naming } from '../../core/rules/nine'
import { startOf } from '../../core/rules/notation'
import type { Variant } from '../../core/rules/variant'
import { ApiError, request } from '../../shell/services/api'
import { addressOfRecord, resultsAddress, variantOfAddress } from '../../shell/services/addresses'
import type { Server } from '../../shell/services/server'
import { readData } from '../../shell/services/site'
import type { Say } from '../../texts/texts'
import { Button, Message, VariantMenu } from '../../ui/components'
import { orFault } from '../../ui/faults'
import { describeRules, nameOf } from '../../ui/variant-words'
import { hasTables } from '../../values/exact/has-tables'
import { mountPage, useNumbers, usePage, useRequest, useSay } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import { shortName, totals } from './figures'
import { BalancePlot, LengthPlot, PlacingPlot } from './plots'
import { Longest, Openings, Section, Tables } from './sections'
import { KeepingPanel } from './keeping-panel'
import { SOLVING_ANCHOR, SolvingPanel } from './solving-panel'
import './results.css'

const NOT_FOUND = 404

/** As many missing tables are named one by one. */
const FEW = 12

export const mount = mountPage(ResultsPage)

function ResultsPage({ url }: PageProps): VNode {
  const { speech, navigate, replaceAddress } = usePage()
  const found = useMemo(() => orFault(speech, () => variantOf(url)), [url, speech])
  const variant = typeof found === 'string' ? NINE : found
  useEffect(() => {
    if (!url.search && naming(variant).variant) replaceAddress(resultsAddress(variant))
  }, [url])
  const choose = (chosen: Variant): void => {
    // Without a name an address leads to the variant chosen last, which another page may change.
    if (!location.search) replaceAddress(resultsAddress(variant))
    navigate(resultsAddress(chosen))
  }
  return (
    <div class="results">
      <VariantMenu variant={variant} choose={choose} />
      <div class="results-page">
        {typeof found === 'string' ? <Message title={found} /> : <Loaded key={found.name} variant={found} url={url} />}
      </div>
    </div>
  )
}

/** Links to the panel for solving mean Nine Men's Morris, which it solves. */
function variantOf(url: URL): Variant {
  return url.hash === `#${SOLVING_ANCHOR}` && !url.search ? NINE : variantOfAddress(url)
}

interface LoadedProps extends PageProps {
  readonly variant: Variant
}

function Loaded({ variant, url }: LoadedProps): VNode {
  const say = useSay('results')
  const { speech, server } = usePage()
  const [{ answer, error }, again] = useRequest((signal) => askResults(variant, server, signal))
  if (answer) return <Results results={answer} variant={variant} url={url} />
  if (!error && answer !== null) return <p class="note">{say('loading')}</p>
  if (answer === null) {
    return ( // nothing is known exactly about the variant here
      <Message title={say('unsolved', { game: nameOf(variant, speech) })}>
        <p>{say('unsolved.text')}</p>
        <a class="button main-button" href={addressOfRecord(startOf(variant))}>{say('unsolved.explore')}</a>
      </Message>
    )
  }
  return (
    <Message title={error instanceof ApiError ? error.message : say('offline')}>
      <Button class="button main-button" onClick={again}>{say('again')}</Button>
    </Message>
  )
}

/** The results of a variant, from the server or from the site's files; null if nothing is known exactly. */
async function askResults(variant: Variant, server: Server, signal: AbortSignal): Promise<ResultsDocument | null> {
  if (server.isReachable === null) await server.look()
  if (server.isStatic) return (await readData('results', variant.name, signal)) as ResultsDocument | null
  return request('GET /results', { query: naming(variant), signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.problem.status === NOT_FOUND) return null
    throw error
  })
}

interface ResultsProps extends LoadedProps {
  readonly results: ResultsDocument
}

function Results({ results, variant, url }: ResultsProps): VNode {
  const say = useSay('results')
  const { speech, server } = usePage()
  const [title, text] = describeEmpty(results.empty_board, nameOf(variant, speech), say)
  return (
    <>
      <section class="results-hero">
        <p class="results-over">{say('title')}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        {!offers(variant, 'lessons') && <p>{describeRules(variant, speech).join(say('gap'))}</p>}
        <p class="note">{say('intro')}</p>
      </section>
      <Figures results={results} />
      {describeMissing('moving', results.phases.moving, say)}
      {describeMissing('placing', results.phases.placing, say)}
      {offers(variant, 'solving') && !server.isStatic && <SolvingPanel url={url} />}
      {hasTables(variant, server) && <KeepingPanel variant={variant} />}
      <Section title="balance.title" text="balance.text">
        <BalancePlot results={results} />
        <Legend tones={['win', 'draw', 'loss']} />
      </Section>
      <Section title="length.title" text="length.text">
        <LengthPlot results={results} />
        <Legend tones={['win', 'loss']} />
      </Section>
      {results.men_placed.length > 0 && (
        <Section title="placing.title" text="placing.text">
          <PlacingPlot results={results} />
          <Legend tones={['win', 'draw', 'loss']} />
        </Section>
      )}
      {results.openings && <Openings openings={results.openings} variant={variant} />}
      {results.longest_game && <Longest game={results.longest_game} variant={variant} />}
      <Tables tables={results.tables} variant={variant} />
    </>
  )
}

function describeEmpty(value: ValueDocument | null, game: string, say: Say<'results'>): [string, string] {
  if (!value) return [say('empty.unknown'), say('empty.unknown.text')]
  if (value.result === 'draw') return [say('empty.draw', { game }), say('empty.draw.text')]
  return [say(`empty.${value.result}`, { plies: value.plies ?? 0 }), say('empty.decided.text', { game })]
}

function Figures({ results }: Pick<ResultsProps, 'results'>): VNode {
  const say = useSay('results')
  const { whole, share } = useNumbers()
  const { positions, tables, draws } = totals(results)
  const longest = results.longest_game?.plies
  const figures = [
    [say('positions'), whole(positions)],
    [say('tables'), whole(tables)],
    [say('drawn'), share(positions ? draws / positions : 0)],
    ...(longest ? [[say('longest'), whole(longest)]] : []),
  ]
  return (
    <dl class="figures">
      {figures.map(([words, figure]) => (
        <div class="card figure">
          <dt>{words}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says which tables of a phase are not solved. */
function describeMissing(phase: 'moving' | 'placing', { missing, tables }: PhaseResults, say: Say<'results'>): VNode | null {
  if (!missing.length) return null
  const names = missing.map(shortName)
  const listed = names.length > FEW ? [names[0], '…', names[names.length - 1]] : names
  const counts = { count: missing.length, all: missing.length + tables, names: listed.join(', ') }
  return <p class="note">{say(`missing.${phase}`, counts)}</p>
}

function Legend({ tones }: { readonly tones: readonly ('win' | 'draw' | 'loss')[] }): VNode {
  const say = useSay('results')
  return (
    <p class="legend">
      {say('legend')}
      {tones.map((tone) => (
        <span class="legend-item">
          <span class={`swatch swatch-${tone}`} />
          {say(tone)}
        </span>
      ))}
    </p>
  )
}
