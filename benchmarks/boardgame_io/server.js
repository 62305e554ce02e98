// boardgame.io's own server with a small game of four seats, as its documentation sets it up: matches live in memory.
const { Server } = require("boardgame.io/server");

const walk = {
  name: "walk",
  setup: () => ({ cells: [0, 0, 0, 0], rolled: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G, random, playerID }) => {
      G.rolled = random.D6();
      G.cells[playerID] = (G.cells[playerID] + G.rolled) % 40;
    },
  },
};

Server({ games: [walk], origins: ["*"] }).run(Number(process.argv[2]));
