# Sourced by ./run and ./check: find Python, bring system packages, make an environment. POSIX sh.

say() { printf '%s\n' "$*" >&2; }

# The first Python that is new enough.
find_python() {
  for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null 2>&1 &&
      "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      echo "$name"
      return
    fi
  done
  say "Companion needs Python 3.11 or newer. On Debian or Ubuntu: sudo apt-get install python3 python3-venv"
  return 1
}

# Whether the two libraries that make the PDFs can be loaded.
have_pango() {
  "$python" -c 'import ctypes; ctypes.CDLL("libpango-1.0.so.0"); ctypes.CDLL("libpangoft2-1.0.so.0")' >/dev/null 2>&1
}

have_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

# install "pkg pkg …": as root or with a sudo that asks nothing; else say the exact line and go on.
install() {
  command -v apt-get >/dev/null 2>&1 || { say "Please install with your system's own tool: $*"; return 1; }
  if [ "$(id -u)" = 0 ]; then as=""
  elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then as="sudo -n"
  else
    say "Some system packages are missing. Type this line once, then start again:"
    say "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    return 1
  fi
  say "Installing system packages: $*"
  $as env DEBIAN_FRONTEND=noninteractive sh -c \
    "apt-get update -q >/dev/null 2>&1; apt-get install -y -q --no-install-recommends $* >/dev/null" </dev/null || {
    say "The packages could not be installed: $*"
    return 1
  }
}

# environment DIR LOCKFILE: a venv in DIR with exactly what LOCKFILE says, made only when either changes.
environment() {
  want="$(cksum <"$2") $("$python" -c 'import sys; print(sys.version)' | tr -d '\n')"
  [ "$(cat "$1/.stamp" 2>/dev/null)" = "$want" ] && [ -x "$1/bin/python" ] && return
  if ! have_venv "$python"; then
    package="$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')"
    install python3-venv || return 1
    have_venv "$python" || install "$package" || return 1
  fi
  say "Setting up $1 (once, about half a minute) …"
  # A lock folder keeps two starts apart; whoever died while holding it is passed over.
  until mkdir "$1.lock" 2>/dev/null; do
    sleep 1
    [ "$(cat "$1/.stamp" 2>/dev/null)" = "$want" ] && return
    owner="$(cat "$1.lock/pid" 2>/dev/null || true)"
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -rf "$1.lock"; fi
  done
  echo $$ >"$1.lock/pid"
  locked="$1.lock"
  trap 'rm -rf "$locked"' EXIT INT TERM
  rm -rf "$1"
  "$python" -m venv "$1"
  "$1/bin/python" -m pip install -q --disable-pip-version-check --no-input --require-hashes -r "$2" 2>"$1/pip.log" || {
    cat "$1/pip.log" >&2
    say "The Python packages could not be installed. Is there a network?"
    return 1
  }
  echo "$want" >"$1/.stamp"
  rm -rf "$1.lock"
  trap - EXIT INT TERM
}
