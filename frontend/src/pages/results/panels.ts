/** The panels of Results, which are loaded as one. */
export { KeepingPanel } from './keeping-panel'
export { SolvingPanel } from './solving-panel'
