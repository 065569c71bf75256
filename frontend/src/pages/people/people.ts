/** Both pages of games with people, which are loaded as one. */
export { mount as mountGame } from './game-page'
export { mount as mountLobby } from './people-page'
