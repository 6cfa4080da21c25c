# Shared by the scripts: installs what they need where it is missing. Source it; it runs nothing by
# itself.

# trouble MESSAGE: ends the script with one line and exit code 2.
trouble() {
  echo "scripts/$(basename "$0"): $1" >&2
  exit 2
}

# apt_install PACKAGE...: installs packages; prints what apt says when that fails.
apt_install() {
  if [ "$(id -u)" != 0 ]; then
    echo "scripts/$(basename "$0"): not root; install yourself: $*" >&2
    return 1
  fi
  echo "== installing $*"
  local log
  log=$(mktemp)
  if apt-get install -y -qq "$@" >"$log" 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq "$@"; } >>"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  echo "scripts/$(basename "$0"): apt-get cannot install $*:" >&2
  sed 's/^/  /' "$log" >&2
  rm -f "$log"
  return 1
}

# install COMMAND PACKAGE: makes sure that a command is there.
install() {
  command -v "$1" >/dev/null && return
  apt_install "$2" && command -v "$1" >/dev/null
}

# need COMMAND PACKAGE WHY: the same for what a script cannot do without.
need() {
  install "$1" "$2" || trouble "no $1; $3"
}

# python_venv FOLDER REQUIREMENT...: a virtual environment with these packages, made once.
python_venv() {
  local folder=$1
  shift
  [ -x "$folder/bin/python" ] && return
  need python3 python3 "it makes virtual environments"
  # Debian has the part of python3 that makes virtual environments in a package of its own.
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    apt_install python3-venv || trouble "no python3 with venv"
  fi
  echo "== $*"
  rm -rf "$folder.part"
  python3 -m venv "$folder.part"
  "$folder.part/bin/python" -m pip install --quiet --disable-pip-version-check "$@" ||
    trouble "pip cannot install $*"
  mv "$folder.part" "$folder"
}

# node_packages: the packages of web/package-lock.json, installed where they are missing or old.
node_packages() {
  need node nodejs "it runs the tools of web/"
  need npm npm "it fetches the tools of web/"
  local stamp=web/node_modules/.package-lock.json
  [ -f "$stamp" ] && [ ! web/package-lock.json -nt "$stamp" ] && return
  echo "== packages of web/"
  (cd web && npm ci --no-audit --no-fund --silent) || trouble "npm cannot install the packages of web/"
}
