/** Icons, drawn as lines in the text colour. */
export const SHAPES = {
  brand: 'M3 3h18v18H3zM7.5 7.5h9v9h-9zM12 3v4.5M12 16.5V21M3 12h4.5M16.5 12H21',
  '/': 'M4 4h16v16H4zM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  '/people': 'M5 9a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0M2 20c0-4 3-6 6.500-6s6.500 2 6.500 6M15 6a3 3 0 1 1 1 6M18 14.500c2.500.5 4 2.500 4 5.500',
  '/review': 'M4 4v16h16M7 15l4-5l3 3l6-7',
  '/explore': 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16l5 5',
  '/learn': 'M12 6c-2-2-5-2-8-1.500v13c3-.5 6-.5 8 1.500c2-2 5-2 8-1.500v-13c-3-.5-6-.5-8 1.500zv13',
  '/results': 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  first: 'M18 6l-7 6l7 6M7 6v12',
  previous: 'M15 6l-7 6l7 6',
  next: 'M9 6l7 6l-7 6',
  last: 'M6 6l7 6l-7 6M17 6v12',
  undo: 'M9 7H15a5 5 0 0 1 0 10H8M9 7l3-3M9 7l3 3',
  redo: 'M15 7H9a5 5 0 0 0 0 10h7M15 7l-3-3M15 7l-3 3',
  hint: 'M9 17h6M10 20h4M8.500 14a6 6 0 1 1 7 0v1h-7z',
  flag: 'M6 21V4M6 5h11l-2.500 4l2.500 4H6',
  plus: 'M12 5v14M5 12h14',
  draw: 'M4 9h16M4 15h16',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 13h5M10 17h5',
} as const

export type Icon = keyof typeof SHAPES
