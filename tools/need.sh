#!/bin/sh
# need.sh COMMAND PACKAGE...: make sure a program is there. On Debian, root installs its packages;
# everybody else is told which they are.
set -eu
command=$1
shift
command -v "$command" >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing $*"
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1 && command -v "$command" >/dev/null && exit 0
fi
echo "$command is missing: install $* (Debian: apt-get install $*)" >&2
exit 1
