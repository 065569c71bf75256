/** Style sheets that a page brings with it; the build links them. */
declare module '*.css'
