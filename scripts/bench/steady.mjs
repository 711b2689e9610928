/** Requests a URL at a fixed rate. Latency counts from the scheduled time, so that blocking counts in full. */
import { Agent, get } from 'node:http';

const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true });
const url = process.argv[2] ?? '';
/** @type {number[]} */
let latencies = [];
/** @type {Promise<void>[]} */
let pending = [];
let due = performance.now();
/** @type {NodeJS.Timeout | undefined} */
let timer;

/** Retries if the server has just closed the connection. @param {number} scheduledAt @returns {Promise<void>} */
function request(scheduledAt) {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => {
        latencies.push(performance.now() - scheduledAt);
        resolve();
      });
    }).once('error', () => resolve(request(scheduledAt)));
  });
}

process.once('disconnect', () => process.exit(0));
process.on('message', (message) => void answer(message));

/** @param {unknown} message */
async function answer(message) {
  if (message === 'start') {
    [latencies, pending, due] = [[], [], performance.now()];
    timer = setInterval(() => {
      for (; due <= performance.now(); due += EVERY_MS) pending.push(request(due));
    }, EVERY_MS);
  } else {
    clearInterval(timer);
    await Promise.all(pending);
    process.send?.(latencies);
  }
}
