/** The board was left while a file was imported to it; the import goes on when it is opened again. */
export class BoardLeft extends Error {}
