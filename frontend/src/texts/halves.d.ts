/** The sections of a language that most pages need first, and the others; see `splitTexts` in vite.app.config.ts. */
declare module '*?first'
declare module '*?more'
