/** A link to send: as text that can be copied, and as a QR code. */
import type { VNode } from 'preact'
import { Button } from '../../../ui/components'
import { CopyButton } from '../../../ui/copy-button'
import { qrCode } from '../../../ui/qr/matrix'
import { useSay } from '../../../ui/view'
import { isLoopback } from './link-field'

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
  if (isLoopback(link)) return null
  const matrix = qrCode(link)
  const size = matrix.length + 2 * MARGIN
  const dots = matrix.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
  return (
    <figure class="waiting-code">
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={say('qr')}>
        <rect width={size} height={size} fill="#fff" />
        <path d={dots.join('')} fill="#000" shape-rendering="crispEdges" />
      </svg>
      {caption && <figcaption class="note">{caption}</figcaption>}
    </figure>
  )
}
