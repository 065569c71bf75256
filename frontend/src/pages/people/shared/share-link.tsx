/** A link to send: as text that can be copied, and as a QR code. */
import type { VNode } from 'preact'
import { Button } from '../../../ui/components'
import { CopyButton } from '../../../ui/copy-button'
import { usePage, useRequest, useSay } from '../../../ui/view'

/** The white margin that readers need, in modules. */
const MARGIN = 4

interface LinkProps {
  readonly link: string
}

/** A link that can be copied, and sent where the device offers that; it says if no other device can open it. */
export function LinkField({ link }: LinkProps): VNode {
  const say = useSay('people')
  // Closing the device's own dialog is not a failure.
  const share = (): void => void navigator.share({ url: link }).catch(() => undefined)
  return (
    <>
      <div class="link-field">
        <input class="input" readOnly value={link} aria-label={say('link')} onFocus={({ currentTarget }) => currentTarget.select()} />
        <CopyButton class="button main-button" text={link} />
        {typeof navigator.share === 'function' && <Button class="button" onClick={share}>{say('share')}</Button>}
      </div>
      {isLoopback(link) && <p class="note link-note">{say('linkHere')}</p>}
    </>
  )
}

/** The QR code of a link, black on white in every theme, as cameras expect; nothing if no other device can open it. */
export function QrCode({ link, caption }: LinkProps & { readonly caption?: string }): VNode | null {
  const say = useSay('people')
  const { loadQrEncoder } = usePage()
  const [{ answer: code }] = useRequest(async () => {
    if (isLoopback(link)) return null
    const { correction, generate } = await loadQrEncoder()
    return generate(link, { minCorrectionLevel: correction.M }) // a seventh of the picture may be damaged
  })
  if (!code) return null
  const size = code.size + 2 * MARGIN
  const modules = Array.from({ length: size ** 2 }, (_, index) => [index % size, Math.floor(index / size)] as const)
  const dark = modules.filter(([x, y]) => code.get(x - MARGIN, y - MARGIN))
  return (
    <figure class="waiting-code">
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={say('qr')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')} fill="#000" shape-rendering="crispEdges" />
      </svg>
      {caption && <figcaption class="note">{caption}</figcaption>}
    </figure>
  )
}

/** Whether an address is that of the device itself, so that it leads nowhere on any other. */
export function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
}
