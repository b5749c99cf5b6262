package dev.waybill.server.telemetry;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
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

  static void tell(Draft draft, Appended.New made) {
    if (LOG.isLoggable(Level.FINE)) {
      JobKey key = new JobKey(draft.key().tenant(), made.id());
      write("job " + made.id() + " enqueued", ids(key, draft.job(), 1));
    }
  }

  static void tell(String what, Job job) {
    if (LOG.isLoggable(Level.FINE)) {
      JobKey key = new JobKey(job.tenant(), job.id());
      write("job " + job.id() + " " + what, ids(key, job.request(), job.attempt()));
    }
  }

  private static Map<String, String> ids(JobKey key, NewJob job, int attempt) {
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put("tenant", key.tenant());
    ids.put("queue", job.queue());
    ids.put("type", job.type());
    ids.put("job_id", key.id().toString());
    ids.put("attempt", String.valueOf(attempt));
    return ids;
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
