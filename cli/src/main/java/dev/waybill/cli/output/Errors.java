package dev.waybill.cli.output;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.result.FieldError;
import dev.waybill.wire.Problem;
import dev.waybill.wire.ProblemJson;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Prints an error as one line, or as a problem document with `--json`, and chooses the exit code.
public final class Errors implements IExecutionExceptionHandler {

  public static final int FAILED = 1;
  static final int WRONG_USAGE = 2;
  static final int NOT_FOUND = 4;

  private static final Set<Code> WRONG_VALUES =
      EnumSet.of(
          Code.INVALID_ARGUMENT,
          Code.INVALID_ID,
          Code.INVALID_NAME,
          Code.INVALID_DELAY,
          Code.INVALID_RETRY_POLICY,
          Code.INVALID_CURSOR,
          Code.TOO_MANY_ITEMS);

  /// Refusals by the HTTP server that are not about a value of the command line.
  private static final Pattern OF_THE_SERVER =
      Pattern.compile("(?:unauthenticated|permission_denied|forbidden|rate_limited|http_\\d+): .*");

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine command, ParseResult arguments) {
    PrintWriter err = command.getErr();
    if (isJson(arguments)) {
      err.println(problem(code(thrown), describe(thrown), errors(thrown)));
    } else {
      err.println("error: " + DisplayText.readable(describe(thrown)));
    }
    if (System.getenv("WAYBILL_DEBUG") != null) {
      thrown.printStackTrace(err);
    }
    err.flush();
    return exitCode(thrown);
  }

  /// A problem document as the server writes it; the HTTP status is 0 if it did not come from a
  /// server.
  static String problem(String code, String detail, List<FieldError> errors) {
    Problem problem = new Problem(0, code, detail, "", false, errors);
    return new String(ProblemJson.DOCUMENT.bytes(problem), StandardCharsets.UTF_8);
  }

  public static int exitCode(Code code) {
    if (code == Code.NOT_FOUND) {
      return NOT_FOUND;
    }
    return WRONG_VALUES.contains(code) ? WRONG_USAGE : FAILED;
  }

  private static int exitCode(Exception thrown) {
    boolean refused = OF_THE_SERVER.matcher(String.valueOf(thrown.getMessage())).lookingAt();
    return thrown instanceof WaybillException ours && !refused ? exitCode(ours.code()) : FAILED;
  }

  private static boolean isJson(ParseResult arguments) {
    return arguments.hasMatchedOption("--json")
        || (arguments.hasSubcommand() && isJson(arguments.subcommand()));
  }

  private static String code(Exception thrown) {
    return thrown instanceof WaybillException ours ? ours.code().wire() : "internal";
  }

  private static List<FieldError> errors(Exception thrown) {
    return thrown instanceof WaybillException ours ? ours.errors() : List.of();
  }

  private static String describe(Exception thrown) {
    return thrown instanceof WaybillException ours
        ? String.valueOf(ours.getMessage())
        : "unexpected " + thrown + "; set WAYBILL_DEBUG=1 to see where";
  }
}
