// The flat-out load of benchmarks/server.py on boardgame.io: every match has four sockets, one for each seat; the next
// move is sent when all four have heard of the last.  Needs Node:
//
//     cd benchmarks/boardgame_io && npm install && node load.js [matches] [seconds]
//
// Unlike ours its server keeps matches in memory and writes nothing to the disk.
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const net = require("node:net");
const { io } = require("socket.io-client");

const MATCHES = Number(process.argv[2] || 50);
const SECONDS = Number(process.argv[3] || 15);
const SEATS = 4;
const load = { counting: false, latencies: [], moves: 0, stale: 0 };

class Match {
  constructor(id, port) {
    Object.assign(this, { id, port, turn: 0, state: -1, heard: 0, sent: 0 });
  }

  async open() {
    this.sockets = await Promise.all([...Array(SEATS).keys()].map((seat) => new Promise((done) => {
      const socket = io(`http://127.0.0.1:${this.port}/walk`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, SEATS));
      socket.on("sync", (_, { state }) => { this.state = state._stateID; this.turn = Number(state.ctx.currentPlayer); done(socket); });
      socket.on("update", (_, state) => this.hear(state));
    })));
  }

  move() {
    Object.assign(this, { heard: 0, sent: performance.now() });
    const payload = { type: "step", args: [], playerID: String(this.turn) };
    this.sockets[this.turn].emit("update", { type: "MAKE_MOVE", payload }, this.state, this.id, String(this.turn));
  }

  hear(state) {
    if (state._stateID <= this.state) { load.stale += 1; return; }
    if (load.counting) load.latencies.push(performance.now() - this.sent);
    this.heard += 1;
    if (this.heard < SEATS) return;
    this.state = state._stateID;
    this.turn = Number(state.ctx.currentPlayer);
    load.moves += load.counting;
    this.move();
  }
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function cpu(pid) { // seconds, on Linux
  try {
    const parts = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(parts[11]) + Number(parts[12])) / 100;
  } catch { return NaN; }
}

async function main() {
  const port = await new Promise((done) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => { const { port } = probe.address(); probe.close(() => done(port)); });
  });
  const server = spawn(process.execPath, [`${__dirname}/server.js`, String(port)], { stdio: "ignore" });
  try {
    const matches = [...Array(MATCHES).keys()].map((i) => new Match(`match${i}`, port));
    for (const match of matches) await match.open();
    for (const match of matches) match.move();
    await sleep(2000);
    const [began, spent] = [performance.now(), cpu(server.pid)];
    load.counting = true;
    await sleep(SECONDS * 1000);
    load.counting = false;
    const took = (performance.now() - began) / 1000;
    const sorted = load.latencies.sort((a, b) => a - b);
    const centile = (part) => Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.toFixed(2));
    console.log(JSON.stringify({
      matches: MATCHES, sockets: MATCHES * SEATS, "moves/s": Number((load.moves / took).toFixed(1)),
      "p50 ms": centile(0.5), "p99 ms": centile(0.99),
      "server ms of CPU a move": Number(((cpu(server.pid) - spent) / load.moves * 1000).toFixed(3)),
    }, null, 1));
  } finally { server.kill(); }
  process.exit(0);
}

main();
