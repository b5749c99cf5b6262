package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Text from the command line, from a file (`@file`) or from standard input (`-`).
public final class TextArgument {

  private TextArgument() {}

  public static String text(String argument) {
    if (argument.equals("-")) {
      return read("standard input", () -> System.in.readNBytes(Limits.PAGE_BYTES));
    }
    if (argument.startsWith("@")) {
      return file(Path.of(argument.substring(1)));
    }
    return argument;
  }

  public static String file(Path path) {
    return read(path.toString(), () -> Files.readAllBytes(path));
  }

  private interface Source {
    byte[] read() throws IOException;
  }

  private static String read(String what, Source source) {
    try {
      return new String(source.read(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot read " + what + ": " + unreadable.getMessage());
    }
  }
}
