package dev.waybill.server.telemetry;

import dev.waybill.base.WorkContext;
import dev.waybill.wire.json.JsonOut;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Writes the log to standard error: one line per entry, as text or as JSON.
public final class Logs {

  private static final String OURS = "dev.waybill";

  /// Libraries with irrelevant `info` messages. Referenced here, because the log manager drops the
  /// level of an unreferenced logger.
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("org.eclipse.jetty"),
          Logger.getLogger("io.grpc"),
          Logger.getLogger("io.netty"));

  /// Libraries with irrelevant warnings: that of the Model Context Protocol warns about whatever
  /// clients send, Lucene about a module of the JDK that brought nothing measurable.
  private static final List<Logger> SILENT =
      List.of(
          Logger.getLogger("io.modelcontextprotocol"),
          Logger.getLogger("org.apache.lucene.internal.vectorization"));

  private static final Logger WAYBILL = Logger.getLogger(OURS);

  private Logs() {}

  /// Sets the level of Waybill's own loggers. Libraries log at `info` or above only, whatever the
  /// level: below that, an HTTP server or a driver writes headers and bodies, and with them
  /// credentials and payloads.
  ///
  /// @param format `text` or `json`
  /// @param level `debug`, `info`, `warning` or `error`
  public static void configure(String format, String level) {
    Level least = level(level);
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler handler = new ConsoleHandler();
    handler.setLevel(least);
    handler.setFilter(Logs::isHarmless);
    handler.setFormatter(format.equals("json") ? new JsonLine() : new TextLine());
    root.addHandler(handler);
    root.setLevel(atLeast(Level.INFO, least));
    WAYBILL.setLevel(least);
    SILENT.forEach(logger -> logger.setLevel(Level.SEVERE));
    QUIET.forEach(logger -> logger.setLevel(atLeast(Level.WARNING, least)));
  }

  /// Also applies to a library with a lowered level, for example by the system property
  /// `java.util.logging.config.file`.
  private static boolean isHarmless(LogRecord entry) {
    String logger = entry.getLoggerName();
    return entry.getLevel().intValue() >= Level.INFO.intValue()
        || (logger != null && (logger.equals(OURS) || logger.startsWith(OURS + ".")));
  }

  private static Level atLeast(Level floor, Level wanted) {
    return wanted.intValue() > floor.intValue() ? wanted : floor;
  }

  private static Level level(String name) {
    return switch (name) {
      case "debug" -> Level.FINE;
      case "warning" -> Level.WARNING;
      case "error" -> Level.SEVERE;
      case String _ -> Level.INFO;
    };
  }

  private static String name(Level level) {
    int value = level.intValue();
    if (value >= Level.SEVERE.intValue()) {
      return "error";
    }
    if (value >= Level.WARNING.intValue()) {
      return "warning";
    }
    return value >= Level.INFO.intValue() ? "info" : "debug";
  }

  /// Line breaks in a message would forge entries.
  static final class TextLine extends Formatter {

    @Override
    public String format(LogRecord entry) {
      StringWriter text = new StringWriter();
      text.append(entry.getInstant().truncatedTo(ChronoUnit.MILLIS).toString())
          .append(' ')
          .append(String.format(Locale.ROOT, "%-7s ", name(entry.getLevel())))
          .append(formatMessage(entry).replace("\r", "\\r").replace("\n", "\\n"))
          .append('\n');
      if (entry.getThrown() != null) {
        entry.getThrown().printStackTrace(new PrintWriter(text, true));
      }
      return text.toString();
    }
  }

  static final class JsonLine extends Formatter {

    @Override
    public String format(LogRecord entry) {
      byte[] line =
          JsonOut.write(
              out -> {
                out.time("at", entry.getInstant());
                out.text("level", name(entry.getLevel()));
                out.text("logger", entry.getLoggerName());
                out.text("message", formatMessage(entry));
                ids(entry).forEach(out::text);
                out.text("error", stack(entry));
              });
      return new String(line, StandardCharsets.UTF_8) + "\n";
    }

    /// The IDs of the current call, of the current work, and of the entry itself.
    private static Map<String, String> ids(LogRecord entry) {
      Map<String, String> ids = new LinkedHashMap<>();
      ObservedCall call = ObservedCall.current();
      if (call != null) {
        ids.put("trace_id", call.traceId());
        ids.putAll(call.ids());
      }
      ids.putAll(WorkContext.current().ids());
      for (Object about : entry.getParameters() == null ? new Object[0] : entry.getParameters()) {
        if (about instanceof LogIds own) {
          ids.putAll(own.values());
        }
      }
      return ids;
    }

    private static @org.jspecify.annotations.Nullable String stack(LogRecord entry) {
      if (entry.getThrown() == null) {
        return null;
      }
      StringWriter text = new StringWriter();
      entry.getThrown().printStackTrace(new PrintWriter(text, true));
      return text.toString();
    }
  }
}
