# shellcheck shell=bash disable=SC2034
# Finds a JDK that is new enough. Sourced by `waybill` and `verify`; starts no JVM and, unless a
# link must be followed, no other program.
#
#   find_jdk        sets JDK_HOME and JDK_VERSION, or returns 1
#   explain_no_jdk  prints to stderr what was checked and what to install
#
# WAYBILL_JDK_DIRS replaces the list of usual directories (separated by colons, patterns allowed).

JDK_NEEDED=25
JDK_SEEN=()

find_jdk() {
  JDK_HOME=
  JDK_VERSION=
  JDK_SEEN=()
  take_first_suitable "JAVA_HOME" "${JAVA_HOME:-}" && return 0
  take_first_suitable "java on the path" "$(home_of_java_on_path)" && return 0
  take_newest_suitable
}

take_first_suitable() {
  local where=$1 home=$2
  if [ -z "$home" ]; then
    JDK_SEEN+=("$where: not set or not found")
    return 1
  fi
  if is_suitable "$home"; then
    JDK_HOME=$home
    JDK_VERSION=$VERSION
    return 0
  fi
  JDK_SEEN+=("$where: $home ($VERDICT)")
  return 1
}

take_newest_suitable() {
  local home best=0
  local IFS=$'\n'
  for home in $(usual_homes); do
    if ! is_suitable "$home"; then
      JDK_SEEN+=("$home ($VERDICT)")
    elif [ "$VERSION_KEY" -gt "$best" ]; then
      best=$VERSION_KEY
      JDK_HOME=$home
      JDK_VERSION=$VERSION
    fi
  done
  [ "$best" -gt 0 ]
}

jdk_dirs() {
  if [ -n "${WAYBILL_JDK_DIRS+set}" ]; then
    printf '%s\n' "$WAYBILL_JDK_DIRS"
    return
  fi
  printf '%s:' \
    '/usr/lib/jvm/*' \
    '/usr/java/*' \
    '/opt/*' \
    '/opt/java/*' \
    '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home' \
    '/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home' \
    '/Library/Java/JavaVirtualMachines/*/Contents/Home' \
    "${HOME:-/nowhere}/Library/Java/JavaVirtualMachines/*/Contents/Home" \
    "${HOME:-/nowhere}/.sdkman/candidates/java/*" \
    "${HOME:-/nowhere}/.jdks/*" \
    "${HOME:-/nowhere}/.local/share/mise/installs/java/*" \
    "${HOME:-/nowhere}/.asdf/installs/java/*"
}

# Prints existing directories that look like a Java home, one per line.
usual_homes() {
  local pattern home
  local IFS=:
  for pattern in $(set -f; jdk_dirs); do
    IFS=
    for home in $pattern; do
      [ -f "$home/release" ] && printf '%s\n' "$home"
    done
    IFS=:
  done
}

home_of_java_on_path() {
  local java target
  java=$(type -P java) || return 0
  while [ -L "$java" ]; do
    target=$(readlink "$java") || return 0
    case $target in
      /*) java=$target ;;
      *) java=${java%/*}/$target ;;
    esac
  done
  (cd -P "${java%/*}/.." 2>/dev/null && pwd -P)
}

# Sets VERSION and VERSION_KEY, or VERDICT if the directory is not suitable.
is_suitable() {
  local home=$1
  VERSION=
  VERSION_KEY=0
  if [ ! -f "$home/release" ] || [ ! -x "$home/bin/java" ]; then
    VERDICT="contains no Java"
    return 1
  fi
  read_version "$home/release"
  if [ "$VERSION_KEY" -lt "$((JDK_NEEDED * 1000000))" ]; then
    VERDICT="Java ${VERSION:-of unknown version}"
    return 1
  fi
  if [ ! -x "$home/bin/javac" ]; then
    VERDICT="Java $VERSION without a compiler"
    return 1
  fi
}

# The release file has a line such as JAVA_VERSION="25.0.3".
read_version() {
  local key value major minor patch
  while IFS='=' read -r key value || [ -n "$key" ]; do
    [ "$key" = JAVA_VERSION ] && VERSION=${value//[\"$'\r']/}
  done <"$1"
  IFS=. read -r major minor patch _ <<<"${VERSION%%[-+_]*}.0.0"
  case "$major$minor$patch" in
    '' | *[!0-9]*) return ;;
  esac
  VERSION_KEY=$((10#$major * 1000000 + 10#${minor:-0} * 1000 + 10#${patch:-0}))
}

explain_no_jdk() {
  {
    echo "Waybill needs a JDK $JDK_NEEDED or newer, and none was found. Checked:"
    printf '  %s\n' "${JDK_SEEN[@]}"
    echo "  and these directories: $(jdk_dirs)"
    echo
    echo "Install one, then try again:"
    echo "  Debian, Ubuntu   apt install openjdk-$JDK_NEEDED-jdk-headless"
    echo "  Fedora           dnf install java-$JDK_NEEDED-openjdk-devel"
    echo "  macOS            brew install openjdk@$JDK_NEEDED"
    echo "  anywhere         sdk install java $JDK_NEEDED-tem    (SDKMAN)"
    echo "Or set JAVA_HOME to the directory of an installed JDK."
  } >&2
}
