#!/bin/bash
# A continuous archive of the PostgreSQL of Debian, encrypted like the backups. docs/deploy.md has the steps.
#
#   archive.sh wal <folder> <path> <name>           keeps one segment: archive_command
#   archive.sh base <folder>                        keeps a copy of the cluster, and deletes what no copy needs
#   archive.sh fetch <folder> <key> <name> <path>   brings one segment back: restore_command
#   archive.sh restore <folder> <key> <data> [time] unpacks the last copy before the time into an empty folder
set -euo pipefail
umask 077
recipient=/etc/postgresql/archive-recipient
copies=2

encrypt() {
  gzip | age -R "$recipient"
}

# A name without .part says that the file is complete and on the disk.
finish() {
  sync "$1"
  mv "$1" "$2"
  sync "$(dirname "$2")"
}

keep_segment() {
  local folder=$1/wal path=$2 name=$3 sum
  sum=$(sha256sum < "$path")
  if [ -e "$folder/$name.gz.age" ]; then
    # PostgreSQL sends a segment again after a crash. Other content under its name comes from another database.
    [ "$(cat "$folder/$name.sum")" = "$sum" ] && return
    echo "$folder/$name.gz.age belongs to another database. Use another folder." >&2
    return 1
  fi
  echo "$sum" > "$folder/$name.sum"
  # A power cut could otherwise keep the segment and lose its sum. Then no second attempt would succeed.
  sync "$folder/$name.sum"
  encrypt < "$path" > "$folder/$name.part"
  finish "$folder/$name.part" "$folder/$name.gz.age"
}

keep_copy() {
  local folder=$1 first name part=$1/base.part
  exec {lock}< "$folder"
  flock --nonblock "$lock" || { echo "$folder gets another copy now." >&2; return 1; }
  first=$(psql -XAtc 'select pg_walfile_name(pg_current_wal_lsn())')
  # The shell would not end the pipe at the first failed program. A partial copy also leaves its space to the segments.
  if ! pg_basebackup --format=tar --wal-method=none --checkpoint=fast --pgdata=- | encrypt > "$part"; then
    rm -f "$part"
    return 1
  fi
  # No moment before the end of a copy can be restored from it.
  name=base-$(date -u +%Y%m%dT%H%M%SZ)-$first.tar.gz.age
  finish "$part" "$folder/$name"
  echo "$folder/$name is written."
  delete_unneeded "$folder"
}

delete_unneeded() {
  local folder=$1 oldest file
  for file in $(ls "$folder"/base-*.age | head -n -$copies); do rm "$file"; done
  oldest=$(ls "$folder"/base-*.age | head -n 1 | sed 's/.*-\([0-9A-F]\{24\}\)\.tar\.gz\.age/\1/')
  for file in "$folder"/wal/*; do
    file=${file##*/}
    # The history of a timeline has a shorter name, and stays.
    if [[ $file =~ ^[0-9A-F]{24} && ${file:0:24} < $oldest ]]; then rm "$folder/wal/$file"; fi
  done
}

fetch_segment() {
  local folder=$1/wal key=$2 name=$3 path=$4
  # A folder that is not mounted would also look like the end.
  [ -d "$folder" ] || exit 200
  [ -e "$folder/$name.gz.age" ] || exit 1
  # A status over 125 stops the recovery. With a smaller one PostgreSQL would take a damaged segment for the end.
  age -d -i "$key" "$folder/$name.gz.age" | gunzip > "$path" || exit 200
}

restore() {
  local folder key data=$3 time=${4:-} base file made until
  # PostgreSQL reads both from its own folder.
  folder=$(realpath -e "$1")
  key=$(realpath -e "$2")
  require_plain "$folder$key"
  mkdir -p -m 700 "$data"
  [ -z "$(ls -A "$data")" ] || { echo "$data is not empty." >&2; return 1; }
  until=$(date -u -d "${time:-now}" +%Y%m%dT%H%M%SZ)
  base=
  for file in "$folder"/base-*.age; do
    made=${file##*/base-}
    if [[ ! ${made:0:16} > $until ]]; then base=$file; fi
  done
  [ -n "$base" ] || { echo "$folder has no copy from before $until." >&2; return 1; }
  age -d -i "$key" "$base" | tar xz -C "$data"
  touch "$data/postgresql.auto.conf"
  # A copy has the settings of the restore before it. Its time would end this recovery too.
  sed -i '/^\(recovery_target\|restore_command\)/d' "$data/postgresql.auto.conf"
  {
    echo "restore_command = '$(realpath "$0") fetch $folder $key %f %p'"
    echo "recovery_target_action = 'promote'"
    [ -z "$time" ] || echo "recovery_target_time = '$(date -u -d "$time" '+%Y-%m-%d %H:%M:%S+00')'"
  } >> "$data/postgresql.auto.conf"
  touch "$data/recovery.signal"
  echo "$base is unpacked. Start PostgreSQL: it reads the segments that follow."
}

# PostgreSQL and its shell read the commands, each with its own quotes.
require_plain() {
  [[ $1 =~ ^[A-Za-z0-9._/-]+$ ]] && return
  echo "$1 may have letters, digits and . _ / - only." >&2
  return 1
}

require_plain "${2:-.}"
case ${1:-} in
  wal) keep_segment "$2" "$3" "$4" ;;
  base) keep_copy "$2" ;;
  fetch) fetch_segment "$2" "$3" "$4" "$5" ;;
  restore) restore "$2" "$3" "$4" "${5:-}" ;;
  *) sed -n '2,7s/^# \{0,1\}//p' "$0" && [ "${1:-}" = --help ] ;;
esac
