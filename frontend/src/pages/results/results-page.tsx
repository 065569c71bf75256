/** The Results page: the results of solving a game. */
import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { PhaseResults, ResultsDocument, ValueDocument } from '../../generated/api'
import { offers } from '../../core/rules/features'
import { NINE, naming } from '../../core/rules/nine'
import { startOf } from '../../core/rules/notation'
import type { Variant } from '../../core/rules/variant'
import { ApiError, request } from '../../shell/services/api'
import { SOLVING_ANCHOR, addressOfRecord, resultsAddress, variantOfAddress } from '../../shell/services/addresses'
import { untilIdle } from '../../shell/services/idle'
import type { Mount } from '../../shell/services/page'
import type { Server } from '../../shell/services/server'
import { readData } from '../../shell/services/site'
import type { Say } from '../../texts/texts'
import { Button, Message, VariantMenu } from '../../ui/components'
import { orFault } from '../../ui/faults'
import { Failure, Later } from '../../ui/later'
import { describeRules, nameOf } from '../../ui/variant-words'
import { hasTables } from '../../values/exact/has-tables'
import { mountPage, useNumbers, usePage, useRequest, useSay } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import { shortName, totals } from './figures'
import { BalancePlot, LengthPlot, PlacingPlot } from './plots'
import { Longest, Openings, Section, Tables } from './sections'
import type * as Panels from './panels'
import './results.css'

const NOT_FOUND = 404

/** As many missing tables are named one by one. */
const FEW = 12

/** What the first view does not need. */
type Parts = {
  readonly panels: () => Promise<typeof Panels>
}

interface ResultsPageProps extends PageProps {
  readonly parts: Parts
}

export const mountWith = (parts: Parts): Mount => mountPage(({ url }) => <ResultsPage url={url} parts={parts} />)

function ResultsPage({ url, parts }: ResultsPageProps): VNode {
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
        {typeof found === 'string' ? <Message title={found} /> : <Loaded key={found.name} variant={found} url={url} parts={parts} />}
      </div>
    </div>
  )
}

/** Links to the panel for solving mean Nine Men's Morris, which it solves. */
function variantOf(url: URL): Variant {
  return url.hash === `#${SOLVING_ANCHOR}` && !url.search ? NINE : variantOfAddress(url)
}

interface LoadedProps extends ResultsPageProps {
  readonly variant: Variant
}

function Loaded({ variant, url, parts }: LoadedProps): VNode {
  const say = useSay('results')
  const { speech, server } = usePage()
  const [{ answer, error }, again] = useRequest((signal) => askResults(variant, server, signal))
  if (answer) return <Results results={answer} variant={variant} url={url} parts={parts} />
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

/**
 * The results of a variant, from the server, which leaves out the tables unless all is wanted, or from the site's
 * files; null if nothing is known exactly.
 */
async function askResults(
  variant: Variant,
  server: Server,
  signal: AbortSignal,
  isWhole = false,
): Promise<ResultsDocument | null> {
  if (server.isReachable === null) await server.look()
  if (server.isStatic) return (await readData('results', variant.name, signal)) as ResultsDocument | null
  return request('GET /results', { query: { ...naming(variant), tables: isWhole }, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.problem.status === NOT_FOUND) return null
    throw error
  })
}

interface ResultsProps extends LoadedProps {
  /** Without the tables, unless they are from the site's files. */
  readonly results: ResultsDocument
}

function Results({ results: first, variant, url, parts }: ResultsProps): VNode {
  const say = useSay('results')
  const { speech, server } = usePage()
  const [whole, askAgain] = useRequest(async (signal) => {
    if (first.tables.length > 0) return first
    await untilIdle()
    return askResults(variant, server, signal, true)
  })
  const results = whole.answer ?? first
  const isWhole = results.tables.length > 0 // else they come once the browser is idle
  const loadPanels = async (): Promise<typeof Panels> => {
    if (!url.hash) await untilIdle()
    return parts.panels()
  }
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
      <Later load={loadPanels}>
        {({ KeepingPanel, SolvingPanel }) => (
          <>
            {offers(variant, 'solving') && !server.isStatic && <SolvingPanel url={url} />}
            {hasTables(variant, server) && <KeepingPanel variant={variant} />}
          </>
        )}
      </Later>
      {isWhole && (
        <Section title="balance.title" text="balance.text">
          <BalancePlot results={results} />
          <Legend tones={['win', 'draw', 'loss']} />
        </Section>
      )}
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
      {results.longest_game && <Longest game={results.longest_game} variant={variant} isPictured={isWhole} />}
      {isWhole && <Tables tables={results.tables} variant={variant} />}
      {whole.error !== undefined && <Failure error={whole.error} again={askAgain} />}
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
