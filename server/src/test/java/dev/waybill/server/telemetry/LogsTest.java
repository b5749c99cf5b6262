package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class LogsTest {

  @Test
  void a_line_break_in_a_message_does_not_start_an_entry() {
    assertThat(new Logs.TextLine().format(entry("a\nINFO forged\r\nb")))
        .isEqualTo("2026-11-15T10:00:00Z info    a\\nINFO forged\\r\\nb\n");
    assertThat(new Logs.JsonLine().format(entry("a\nb")))
        .isEqualTo(
            "{\"at\":\"2026-11-15T10:00:00Z\",\"level\":\"info\",\"logger\":\"waybill\","
                + "\"message\":\"a\\nb\"}\n");
  }

  @Test
  void an_error_has_its_stack_trace() {
    LogRecord entry = entry("failed");
    entry.setThrown(new IllegalStateException("broken"));
    assertThat(new Logs.TextLine().format(entry)).contains("broken", "\tat ");
    assertThat(new Logs.JsonLine().format(entry))
        .contains("\"error\":\"java.lang.Ill")
        .hasLineCount(1);
  }

  @Test
  void a_json_line_has_ids_of_the_entry_and_of_the_call() {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    ObservedCall call =
        Calls.unwatched().http("POST", "/v1/jobs", _ -> "00-" + trace + "-00f067aa0ba902b7-01");
    call.concerns("tenant", "acme");
    LogRecord entry = entry("leased");
    entry.setParameters(new Object[] {new LogIds(Map.of("job_id", "01a1"))});
    String line = call.during(() -> new Logs.JsonLine().format(entry));
    assertThat(line)
        .endsWith(
            "\"message\":\"leased\",\"trace_id\":\""
                + trace
                + "\",\"tenant\":\"acme\",\"job_id\":\"01a1\"}\n");
  }

  private static LogRecord entry(String message) {
    LogRecord entry = new LogRecord(Level.INFO, message);
    entry.setInstant(Instant.parse("2026-11-15T10:00:00Z"));
    entry.setLoggerName("waybill");
    return entry;
  }
}
