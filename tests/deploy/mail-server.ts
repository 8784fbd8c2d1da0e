import { readFileSync } from "node:fs";
import { SMTPServer } from "smtp-server";

// The mail server of the settings in docs/deploy.md: mail-server.ts <key> <certificate>

const [key = "", certificate = ""] = process.argv.slice(2);
new SMTPServer({
  secure: true,
  key: readFileSync(key),
  cert: readFileSync(certificate),
  onAuth: ({ username }, _session, done) => done(null, { user: username }),
  onData(stream, _session, done) {
    stream.resume();
    stream.on("end", () => done());
  },
}).listen(465, "127.0.0.1");
