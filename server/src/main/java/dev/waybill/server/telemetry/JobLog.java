package dev.waybill.server.telemetry;

import dev.waybill.Job;
import dev.waybill.spi.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Logs every step of every job at `log.level: debug`.
final class JobLog {

  private static final Logger LOG = Logger.getLogger("dev.waybill.jobs");

  private JobLog() {}

  static void tell(String what, Job job) {
    if (LOG.isLoggable(Level.FINE)) {
      Map<String, String> ids = new LinkedHashMap<>();
      ids.put("tenant", job.tenant());
      ids.put("queue", job.queue());
      ids.put("type", job.type());
      ids.put("job_id", job.id().toString());
      ids.put("attempt", String.valueOf(job.attempt()));
      write("job " + job.id() + " " + what, ids);
    }
  }

  static void tell(Step step) {
    if (LOG.isLoggable(Level.FINE)) {
      Map<String, String> ids = new LinkedHashMap<>();
      ids.put("tenant", step.guard().job().tenant());
      ids.put("job_id", step.guard().job().id().toString());
      ids.put("attempt", String.valueOf(step.guard().attempt()));
      write("job " + step.guard().job().id() + " goes to " + step.to(), ids);
    }
  }

  private static void write(String text, Map<String, String> ids) {
    LogRecord entry = new LogRecord(Level.FINE, text);
    entry.setLoggerName(LOG.getName());
    entry.setParameters(new Object[] {new LogIds(ids)});
    LOG.log(entry);
  }
}
