package dev.waybill.runner;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The data of an event of a process; see [ProcessEventJson].
public sealed interface ProcessEvent {

  /// How long texts of events are at most, in characters.
  int LONGEST_TEXT = 4_096;

  /// @param args the first arguments, up to 4,096 characters
  /// @param host the machine that runs the process
  /// @param worker the name of the worker that started it
  record Started(
      long pid,
      String command,
      List<String> args,
      boolean argsTruncated,
      String host,
      String worker)
      implements ProcessEvent {

    static Started of(long pid, String command, List<String> args, String host, String worker) {
      List<String> shown = new ArrayList<>();
      int left = LONGEST_TEXT;
      for (String arg : args) {
        left -= arg.length() + 1;
        if (left < 0) {
          break;
        }
        shown.add(arg);
      }
      return new Started(
          pid,
          Text.storable(command, LONGEST_TEXT),
          List.copyOf(shown),
          left < 0,
          Text.storable(host, Limits.KEY_LENGTH),
          worker);
    }
  }

  /// A piece of the output, as text or as bytes.
  record Output(OutputName stream, @Nullable String text, @Nullable Payload bytes)
      implements ProcessEvent {

    public Payload content() {
      return text == null ? Objects.requireNonNull(bytes) : Payload.of(text);
    }
  }

  record Heartbeat(Amounts amounts) implements ProcessEvent {}

  /// @param signal the signal that ended the process, if one did
  record Ended(int exitCode, @Nullable String signal, Amounts amounts) implements ProcessEvent {

    static Ended of(int exitCode, Amounts amounts) {
      return new Ended(exitCode, Signals.ofExitCode(exitCode).orElse(null), amounts);
    }
  }

  /// The process could not be started or its events not be published.
  record Failed(String code, String message) implements ProcessEvent {

    static Failed of(String code, String message) {
      return new Failed(code, Text.storable(message, LONGEST_TEXT));
    }
  }

  /// How much output a process has written so far.
  ///
  /// @param elapsedMillis time since the process was started
  /// @param outputBytes all bytes read from the process
  /// @param droppedBytes bytes that were read and dropped
  record Amounts(long elapsedMillis, long outputBytes, long droppedBytes) {}
}
