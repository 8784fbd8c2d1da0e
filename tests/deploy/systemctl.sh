#!/bin/bash
# systemd does not run in a namespace. This starts what a unit file says, with the protections that can break a site:
# the account, its environment, the umask and the read-only file system. It is systemctl and journalctl in one.
set -euo pipefail
state=/run/units
mkdir -p "$state"

file_of() {
  local folder
  for folder in /etc/systemd/system /usr/lib/systemd/system; do
    [ -f "$folder/$1" ] && echo "$folder/$1" && return
  done
  echo "Unit $1 could not be found." >&2
  return 4
}
values() { sed -n "s/^$2=//p" "$1"; }
value() { values "$1" "$2" | tail -n 1; }
pid_of() { cat "$(value "$file" PIDFile | grep . || echo "$state/$unit.pid")" 2>/dev/null || true; }
# No one collects an ended process here, so it can remain as a zombie.
is_running() { local pid; pid=$(pid_of); [ -n "$pid" ] && grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$pid/status" 2>/dev/null; }

protect() {
  local path writable=()
  for path in $(value "$file" ReadWritePaths) "${cache[@]}"; do
    if [ -e "${path#-}" ]; then writable+=("${path#-}"); elif [ "${path#-}" = "$path" ]; then exit 226; fi
  done
  for path in "${writable[@]}"; do mount --bind "$path" "$path"; done
  mount -o remount,ro,bind /
  mount -o remount,ro,bind /run
  for path in /tmp /var/tmp; do mount -t tmpfs tmpfs "$path"; done
}

# Runs in its own mount namespace, and becomes the program.
become() {
  local user cache=() line name
  user=$(value "$file" User | grep . || echo root)
  name=$(value "$file" CacheDirectory)
  if [ -n "$name" ]; then
    install -d -o "$user" -g "$user" -m 755 "/var/cache/$name"
    cache=("/var/cache/$name")
  fi
  local settings=("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "HOME=$(getent passwd "$user" | cut -d: -f6)")
  # The certificates of the check are known to no public authority.
  [ -n "${NODE_EXTRA_CA_CERTS:-}" ] && settings+=("NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS")
  while read -r line; do settings+=("$line"); done < <(values "$file" Environment)
  for name in $(values "$file" EnvironmentFile); do
    while IFS= read -r line; do
      [[ $line =~ ^([A-Z0-9_]+)=\"?([^\"]*)\"?$ ]] && settings+=("${BASH_REMATCH[1]}=${BASH_REMATCH[2]}")
    done < "$name"
  done
  [ "$(value "$file" ProtectSystem)" = strict ] && protect
  umask "$(value "$file" UMask | grep . || echo 0022)"
  cd "$(value "$file" WorkingDirectory | grep . || echo /)"
  local program
  eval "program=($(value "$file" ExecStart))"
  exec env -i "${settings[@]}" setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs -- "${program[@]}"
}

start() {
  is_running && return
  local line
  while read -r line; do [ -z "$line" ] || eval "$line"; done < <(values "$file" ExecStartPre)
  case $(value "$file" Type) in
    forking) eval "$(value "$file" ExecStart)" ;;
    oneshot) unshare --mount "$0" become "$unit" >> "$state/$unit.log" 2>&1 ;;
    *)
      setsid unshare --mount "$0" become "$unit" >> "$state/$unit.log" 2>&1 < /dev/null &
      echo $! > "$state/$unit.pid"
      ;;
  esac
}

stop() {
  is_running || return 0
  kill -TERM "$(pid_of)"
  while is_running; do sleep 0.2; done
}

reload() {
  is_running || { start; return; }
  local MAINPID
  MAINPID=$(pid_of)
  eval "$(value "$file" ExecReload)" >> "$state/$unit.log" 2>&1
}

words=()
now=no
for word in "$@"; do
  case $word in
    --now) now=yes ;;
    --*) ;;
    *) words+=("$word") ;;
  esac
done
if [ "$(basename "$0")" = journalctl ]; then words=(log "${words[@]}"); fi
[ "${words[0]}" = daemon-reload ] && exit 0
unit=${words[1]}
[[ $unit == *.* ]] || unit=$unit.service
file=$(file_of "$unit")
case ${words[0]} in
  enable) [ $now = no ] || [[ $unit == *.timer ]] || start ;;
  disable) [ $now = no ] || stop ;;
  restart) stop && start ;;
  log) cat "$state/$unit.log" ;;
  start | stop | reload | become) "${words[0]}" ;;
  *) echo "systemctl ${words[0]} is not simulated." >&2 && exit 1 ;;
esac
