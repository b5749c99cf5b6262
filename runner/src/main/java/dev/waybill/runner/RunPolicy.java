package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Restricts the commands that jobs may run, the variables they may set, and the variables of the
/// worker that their programs see.
///
/// @param commands the only commands that may run, or null for any
/// @param jobVariables the only variables that jobs may set if `commands` is not null
/// @param passed variables of the worker that programs see; a `*` at the end matches any suffix
record RunPolicy(@Nullable Set<String> commands, Set<String> jobVariables, Set<String> passed) {

  private static final Set<String> USUAL =
      Set.of("PATH", "HOME", "LANG", "LC_*", "TZ", "USER", "TMPDIR");

  static final RunPolicy ANY = new RunPolicy(null, Set.of(), USUAL);

  /// Variables with which a job could choose the code that an allowed command runs.
  private static final Pattern CHOOSES_CODE =
      Pattern.compile(
          "(LD|DYLD|BASH|NODE|GIT|WAYBILL)_.*|(PYTHON|PERL5|RUBY).*"
              + "|PATH|SHELL|ENV|IFS|PS4|PROMPT_COMMAND|GCONV_PATH|CLASSPATH"
              + "|.*_(OPTIONS|OPTS|COMMAND)|EDITOR|VISUAL|PAGER");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  RunPolicy allowingOnly(Set<String> some) {
    some.forEach(RunPolicy::requireUnambiguous);
    return new RunPolicy(Set.copyOf(some), jobVariables, passed);
  }

  RunPolicy allowingVariables(Set<String> names) {
    names.forEach(RunPolicy::requireHarmless);
    return new RunPolicy(commands, Set.copyOf(names), passed);
  }

  RunPolicy passing(Set<String> more) {
    more.forEach(name -> require(isPattern(name), "invalid variable name: ", name));
    Set<String> all = Stream.concat(USUAL.stream(), more.stream()).collect(Collectors.toSet());
    return new RunPolicy(commands, jobVariables, all);
  }

  void check(ProcessSpec spec) throws CannotRun {
    if (commands == null) {
      return;
    }
    if (!commands.contains(spec.command())) {
      throw CannotRun.ever(
          "command_not_allowed",
          "this worker does not allow command " + Text.quote(spec.command()));
    }
    for (String name : new TreeSet<>(spec.env().keySet())) {
      if (!jobVariables.contains(name)) {
        throw CannotRun.ever(
            "variable_not_allowed",
            "this worker does not allow jobs to set variable " + Text.quote(name));
      }
    }
  }

  boolean passes(String variable) {
    return passed.stream()
        .anyMatch(
            wanted ->
                wanted.endsWith("*")
                    ? variable.startsWith(wanted.substring(0, wanted.length() - 1))
                    : variable.equals(wanted));
  }

  /// A relative path would depend on the working directory of the job.
  private static void requireUnambiguous(String command) {
    require(
        command.startsWith("/") || (!command.isBlank() && !command.contains("/")),
        "an allowed command must be an absolute path or a name without '/', not ",
        command);
  }

  private static void requireHarmless(String name) {
    require(NAME.matcher(name).matches(), "invalid variable name: ", name);
    require(
        !CHOOSES_CODE.matcher(name.toUpperCase(Locale.ROOT)).matches(),
        "a variable that chooses which code runs cannot be allowed: ",
        name);
  }

  private static boolean isPattern(String name) {
    String stem = name.endsWith("*") ? name.substring(0, name.length() - 1) : name;
    return NAME.matcher(stem).matches();
  }

  private static void require(boolean holds, String otherwise, String what) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise + Text.quote(what));
    }
  }
}
