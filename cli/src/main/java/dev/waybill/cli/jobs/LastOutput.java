package dev.waybill.cli.jobs;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Table;
import dev.waybill.runner.ProcessEvent;
import dev.waybill.runner.ProcessEventJson;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The last lines of output and events of one attempt, and the number of earlier lines.
record LastOutput(List<String> lines, long before) {

  private static final int PAGE = 1_000;

  static LastOutput of(Waybill waybill, JobId id, int attempt, int most) {
    Reading reading = new Reading(most);
    List<JobEvent> page = waybill.events(id, new EventCursor(attempt, -1), PAGE);
    while (!page.isEmpty()) {
      page.forEach(reading::take);
      page = waybill.events(id, page.getLast().cursor(), PAGE);
    }
    return reading.end();
  }

  /// Keeps the last lines of output that arrives in pieces.
  private static final class Reading {
    private final Deque<String> last = new ArrayDeque<>();
    private final StringBuilder unfinished = new StringBuilder();
    private final int most;
    private long count;

    Reading(int most) {
      this.most = most;
    }

    void take(JobEvent event) {
      switch (ProcessEventJson.read(event).orElse(null)) {
        case null -> say(event);
        case ProcessEvent.Output piece -> written(piece.content().text());
        case ProcessEvent.Ended _, ProcessEvent.Failed _ -> say(event);
        case ProcessEvent.Started _, ProcessEvent.Heartbeat _ -> {}
      }
    }

    private void say(JobEvent event) {
      finish();
      add(event.type() + " " + DisplayText.payload(event.data()));
    }

    private void written(String text) {
      unfinished.append(text);
      for (int end = unfinished.indexOf("\n"); end >= 0; end = unfinished.indexOf("\n")) {
        add(unfinished.substring(0, end));
        unfinished.delete(0, end + 1);
      }
    }

    private void finish() {
      if (!unfinished.isEmpty()) {
        add(unfinished.toString());
        unfinished.setLength(0);
      }
    }

    private void add(String line) {
      count++;
      last.add(Table.printable(line));
      if (last.size() > most) {
        last.remove();
      }
    }

    LastOutput end() {
      finish();
      return new LastOutput(List.copyOf(last), count - last.size());
    }
  }
}
