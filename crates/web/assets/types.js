// The messages between page and server, for the type checker. No code.

/**
 * @typedef {{x: number, y: number, mark?: number, move?: string, last?: boolean, winning?: boolean, dot?: boolean, tile?: {text: string, tint: string}}} Cell
 * @typedef {{x: number, y: number, text: string}} Label
 * @typedef {{name: string, colour: string}} Look
 * @typedef {{shape: "square"|"lines"|"hexagonal", ground: "wood"|"felt"|"holes"|"bare"|"sides", cells: Cell[], labels: Label[], players: Look[], caption: string}} Board
 *
 * @typedef {{name: string, config: Record<string, any>}} Player
 * @typedef {string | Player} PlayerChoice
 * @typedef {{name: string} & Record<string, any>} Game
 *
 * @typedef {{
 *   game: Game, seats: [Player|null, Player|null], moves: string[], at: number, turn: number|null, rewards: number[]|null,
 *   legal: string[], board: Board, editable: boolean, activity: "idle"|"moving"|"analysing", paused: boolean, shown: Player[], notice: string|null
 * }} State
 *
 * @typedef {{
 *   move: string, visits: number, winrate: number, lcb: number, ucb: number, prior: number, order: number, amafVisits?: number,
 *   amafWinrate?: number, pv: string[], score: number|null, proven?: number, closed?: boolean
 * }} MoveNumbers
 * @typedef {{
 *   player: string, simulations: number, seconds: number, perSecond: number, bytes: number, limitBytes: number, deepest: number,
 *   rootInfo: {currentPlayer: "B"|"W"|null, visits: number, winrate: number, nodes: number, treeFull: boolean}, moveInfos: MoveNumbers[]
 * }} Search
 * @typedef {{at: number, searches: Search[], curve: (number|null)[]}} Numbers
 *
 * @typedef {{
 *   depth: number[], move: string[], visits: number[], mean: number[], amaf: (number|null)[], proven: (number|null)[],
 *   hidden: number[], nodes: number
 * }} TreeView
 * @typedef {{at: number, view: TreeView}} TreeEvent
 * @typedef {{
 *   number: number, descent: string[], grown: number, entered: string|null, playout: string[], rewards: number[],
 *   frames: [number, string][], caption: string
 * }} Story
 * @typedef {{at: number, path: string[], board: Board}} LookEvent
 * @typedef {{at: number, shares: number[]}} OwnershipEvent
 *
 * @typedef {{
 *   name: string, row: string, place: number, rows: number, done: number, of: number, score: number|null,
 *   interval: [number, number]|null,
 *   last_game: {game: number, first: "a"|"b", reward_a: number, plies: number, board: Board}|null
 * }} Progress
 * @typedef {{running: Progress|null, ended: string|null}} LabEvent
 * @typedef {{
 *   name: string, title: string, source: string, protocol: string, rows: Record<string, any>[], bandits: Record<string, any>[],
 *   probes: Record<string, any>[], reported: boolean, reported_quick: boolean
 * }} Experiment
 *
 * @typedef {{name: string, about: string, config: Record<string, any>}} Preset
 * @typedef {{
 *   version: string, games: Game[], titles: Record<string, string>, game_schema: Schema, presets: Preset[], search_schema: Schema
 * }} About
 * @typedef {Record<string, any>} Schema
 */

export {};
