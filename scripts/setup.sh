# Shared by ./run, ./test and the scripts: installs Debian packages that are missing, configures, builds.
# Everything it prints goes to standard error, so that a command's own output stays clean.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What has other names or versions elsewhere is written as in Debian's "Depends": the first alternative that the system
# offers is installed. Tried on Debian 12 and 13.
build_packages=(g++ cmake ninja-build ccache libcli11-dev libfmt-dev 'libboost-dev (>= 1.81) | libboost1.81-dev'
  libsodium-dev libssl-dev libspdlog-dev libsqlitecpp-dev libsqlite3-dev libpqxx-dev libzstd-dev gnuplot-nox)
command -v npm >/dev/null || build_packages+=(nodejs npm)  # some machines have another one than Debian's
test_packages=(libgtest-dev pkg-config libopenmpi-dev openmpi-bin clang libclang-rt-dev clang-format-19 chromium
  python3 python3-numpy python3-matplotlib python3-torch python3-venv openssl nginx-light postgresql)

# first 'NAME [(>= VERSION)] | ...' VERSION_OF: the first alternative whose version, as VERSION_OF NAME says it, will do.
first() {
  local alternative name relation least version
  while read -r -d '|' alternative; do
    read -r name relation least <<<"${alternative//[()]/}"
    version=$("$2" "$name")
    [ -n "$version" ] || continue
    [ -z "$relation" ] || dpkg --compare-versions "$version" ge "$least" || continue
    echo "$name"
    return
  done <<<"$1|"
  return 1
}
installed_version() { echo "${versions[$1]-}"; }
offered_version() { apt-cache policy "$1" | sed -n 's/^  Candidate: //p' | grep -vxF '(none)'; }

install_packages() {
  local missing=() names=() name version package
  local -A versions=()
  while read -r name version; do
    versions[$name]=$version
  done < <(dpkg-query -W -f='${db:Status-Status} ${Package} ${Version}\n' | sed -n 's/^installed //p')
  for package in "$@"; do
    first "$package" installed_version >/dev/null || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq >&2 </dev/null
  for package in "${missing[@]}"; do
    names+=("$(first "$package" offered_version)") || { echo "This system has no package $package" >&2 && return 1; }
  done
  echo "Installing: ${names[*]}" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold "${names[@]}" >&2 </dev/null
}

# What the tests of the pages need beyond what the build installs.
install_npm_test_packages() {
  local installed=$root/web/node_modules/.package-lock.json
  [ -d "$root/web/node_modules/vitest" ] && [ "$installed" -nt "$root/web/package-lock.json" ] && return
  (cd "$root/web" && npm ci --no-audit --no-fund --loglevel=error) >&2
}

# build PRESET [TARGETS]: does nothing, and says nothing, when everything is up to date.
build() {
  local preset=$1 folder
  local targets=("${@:2}")
  case $preset in test) folder=$root/build/release ;; *) folder=$root/build/$preset ;; esac
  (
    cd "$root"
    if [ ! -f "$folder/build.ninja" ] || { [ "$preset" = test ] && ! grep -q BLINDMATE_TESTS:BOOL=ON "$folder/CMakeCache.txt"; }; then
      cmake --preset "$preset"
    fi
    # A source file that is gone: what there is must be looked for anew.
    ninja -C "$folder" -n "${targets[@]}" >/dev/null 2>&1 || cmake --preset "$preset"
    if ! ninja -C "$folder" -n "${targets[@]}" | grep -q 'no work to do'; then
      echo "Building Blindmate ($preset)"
      ninja -C "$folder" "${targets[@]}"
    fi
  ) >&2
}
