package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Says what went wrong in one line, and which exit code that is.
final class Errors implements IExecutionExceptionHandler {

  static final int FAILED = 1;
  static final int NOT_FOUND = 4;

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine command, ParseResult arguments) {
    command.getErr().println("error: " + describe(thrown));
    if (System.getenv("WAYBILL_DEBUG") != null) {
      thrown.printStackTrace(command.getErr());
    }
    command.getErr().flush();
    return thrown instanceof WaybillException ours ? exitCode(ours.code()) : FAILED;
  }

  static int exitCode(Code code) {
    return code == Code.NOT_FOUND ? NOT_FOUND : FAILED;
  }

  private static String describe(Exception thrown) {
    return thrown instanceof WaybillException ours
        ? ours.getMessage() + " (" + ours.code().wire() + ")"
        : "unexpected " + thrown + "; set WAYBILL_DEBUG=1 to see where";
  }
}
