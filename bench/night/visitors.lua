-- Requests for wrk, in the proportions of visitors.ts. Arguments: the campaigns' ids.
local requests = {}
local asked = 0
local others = { "/about", "/zakat", "/infrastructure", "/terms", "/campaigns?category=zakat" }

function init(campaigns)
  math.randomseed(1)
  for at = 1, 1000 do
    local kind, any = math.random(0, 99), math.random(0, 999999)
    local path = others[any % #others + 1]
    if kind < 60 then path = "/campaigns/" .. campaigns[any % #campaigns + 1]
    elseif kind < 85 then path = "/"
    elseif kind < 95 then path = "/campaigns" end
    if any % 4 == 1 then path = path == "/" and "/sw" or "/sw" .. path end
    local headers = {
      ["User-Agent"] = "Mozilla/5.0 (Linux; Android 12) bench",
      ["Accept"] = "text/html,application/xhtml+xml",
      ["Accept-Encoding"] = any % 10 == 0 and "gzip" or "gzip, deflate, br",
    }
    if any % 4 == 3 then headers["Cookie"] = "theme=dark; amana.consent=no" end
    requests[at] = wrk.format("GET", path, headers)
  end
end

function request()
  asked = asked % #requests + 1
  return requests[asked]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"perSecond":%f,"p50":%f,"p99":%f,"errors":%d}\n',
    summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
