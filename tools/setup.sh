# Sourced by ./run and ./check in the project's folder: find Python, bring system packages, make an environment. POSIX sh.
unset PYTHONHOME PYTHONPATH
PANGO="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
python=""

say() { printf '%s\n' "$*" >&2; }

# prepare ENVIRONMENT LOCKFILE "PACKAGE …": bring what is missing, all of it asked for at once. Fails if nothing can run.
prepare() {
  find_python || true
  if fresh "$1" "$2"; then made=yes; else made=""; fi
  if have_pango; then pango=yes; else pango=""; fi
  missing="$3"
  [ "$pango" ] || missing="$missing $PANGO"
  [ "$made" ] || have_venv || missing="$missing $(python_packages)"
  if [ "$missing" ] && install $missing; then pango=yes; fi
  [ "$python" ] || find_python || { explain_python; return 1; }
  [ "$made" ] || have_venv || return 1 # what to type for it stands above
  [ "$pango" ] || say "Until then everything works but the PDFs."
  [ "$made" ] || make_environment "$1" "$2"
}

# Set $python to the first one that is new enough.
find_python() {
  for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null 2>&1 &&
      "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      python="$name"
      return 0
    fi
  done
  return 1
}

explain_python() {
  if command -v python3 >/dev/null 2>&1; then
    say "Companion needs Python 3.11 or newer; here is $(python3 -V 2>&1). Debian 12 and Ubuntu 24.04 bring one;"
    say "another one is used with PYTHON=/its/path $0"
  else
    say "Companion needs Python 3.11 or newer, and there is none."
  fi
}

# The packages that bring Python or, where it is there, its venv module.
python_packages() {
  case "$python" in
    "" | python3) echo "python3 python3-venv" ;;
    *) "$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])' ;;
  esac
}

have_venv() { [ -n "$python" ] && "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; }

# Whether the two libraries that make the PDFs can be loaded.
have_pango() {
  [ -n "$python" ] && "$python" -c '
import ctypes
for name in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0"):
    ctypes.CDLL(name)' >/dev/null 2>&1
}

# install PACKAGE …: as root or with a sudo that asks nothing; else say the exact line to type.
install() {
  command -v apt-get >/dev/null 2>&1 || { say "Please install with your system's own tool: $*"; return 1; }
  as=""
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true >/dev/null 2>&1; then
      say "Some system packages are missing. Type this line once, then start again:"
      line="apt-get update && apt-get install -y --no-install-recommends $*"
      if command -v sudo >/dev/null 2>&1; then say "    sudo sh -c '$line'"; else say "    su -c '$line'"; fi
      return 1
    fi
    as="sudo -n"
  fi
  say "Installing system packages: $*"
  apt="$as env DEBIAN_FRONTEND=noninteractive apt-get -q -y"
  told="$($apt update </dev/null 2>&1; $apt install --no-install-recommends "$@" </dev/null 2>&1)" || {
    say "$told"
    say "The packages could not be installed: $*"
    return 1
  }
}

# What an environment must be made from, to be the right one: the lock file and the Python.
stamp() { echo "$(cksum <"$1") $("$python" -c 'import sys; print(sys.version.replace("\n", " "))')"; }

# fresh ENVIRONMENT LOCKFILE: whether it is whole and made from these.
fresh() {
  [ -n "$python" ] && [ -x "$1/bin/python" ] && [ "$(cat "$1/.stamp" 2>/dev/null)" = "$(stamp "$2")" ]
}

# A venv with exactly what the lock file says. The stamp comes last: a half-made one is made again.
# Two starts at once wait for each other (flock is everywhere on Linux; elsewhere one starts once).
make_environment() {
  exec 9<.
  if command -v flock >/dev/null 2>&1; then flock 9; fi
  if fresh "$1" "$2"; then
    exec 9<&-
    return 0
  fi
  say "Setting up $1 (once, about half a minute) …"
  rm -rf "$1" 2>/dev/null && mkdir "$1" 2>/dev/null || {
    say "$PWD/$1 cannot be made: it or its folder belongs to somebody else. Perhaps it was made with sudo once?"
    return 1
  }
  "$python" -m venv "$1" >&2 || { say "Python could not make an environment in $PWD/$1."; return 1; }
  PIP_USER=0 "$1/bin/python" -m pip install -q --disable-pip-version-check --no-input --require-hashes -r "$2" \
    2>"$1/pip.log" || {
    cat "$1/pip.log" >&2
    say "The Python packages could not be installed. Is there a network?"
    return 1
  }
  stamp "$2" >"$1/.stamp"
  exec 9<&-
}
