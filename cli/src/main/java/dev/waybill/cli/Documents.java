package dev.waybill.cli;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.Payload;
import dev.waybill.QueueSettings;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.server.auth.AccessKey;
import dev.waybill.server.auth.Scope;
import dev.waybill.spi.Provisioned;
import dev.waybill.topic.MessageRecord;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.MessageJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values as programs read them: what `--json` writes.
final class Documents {

  private Documents() {}

  static Map<String, Object> job(Job job) {
    Job.Progress progress = job.progress();
    Fields fields = new Fields();
    fields.put("id", job.id());
    fields.put("tenant", job.tenant());
    fields.put("queue", job.queue());
    fields.put("type", job.type());
    fields.put("state", Words.lower(job.state()));
    fields.put("priority", Words.lower(job.priority()));
    fields.put("attempt", job.attempt());
    fields.put("generation", progress.generation());
    fields.put("errors", progress.errors());
    fields.put("crashes", progress.crashes());
    fields.put("cancel_requested", progress.cancelRequested());
    fields.put("created_at", job.createdAt());
    fields.put("run_at", progress.runAt());
    fields.put("updated_at", progress.updatedAt());
    fields.put("deadline", job.request().deadline());
    fields.put("request_id", job.request().requestId());
    fields.put("correlation_id", job.request().correlationId());
    fields.put("tags", List.copyOf(job.tags()));
    fields.put("worker", progress.worker());
    fields.put("lease_until", progress.leaseUntil());
    fields.payload("payload", job.payload());
    fields.payload("result", progress.result());
    fields.failure(progress.failure());
    return fields.map;
  }

  static Map<String, Object> attempt(Attempt attempt) {
    Fields fields = new Fields();
    fields.put("number", attempt.number());
    fields.put("worker", attempt.worker());
    fields.put("started_at", attempt.startedAt());
    fields.put("ended_at", attempt.endedAt());
    fields.put("ending", attempt.ending() == null ? null : Words.lower(attempt.ending()));
    fields.failure(attempt.failure());
    return fields.map;
  }

  static Map<String, Object> event(JobEvent event) {
    Fields fields = new Fields();
    fields.put("attempt", event.attempt());
    fields.put("sequence", event.sequence());
    fields.put("type", event.type());
    fields.put("at", event.at());
    fields.payload("data", event.data());
    return fields.map;
  }

  /// As the server writes it.
  static Json.Written message(MessageRecord message) {
    byte[] json = JsonOut.write(out -> MessageJson.write(out, message));
    return new Json.Written(new String(json, StandardCharsets.UTF_8));
  }

  static Map<String, Object> queue(QueueStats stats) {
    Fields fields = new Fields();
    fields.put("queue", stats.queue());
    fields.put("paused", stats.paused());
    fields.put("waiting", stats.waiting());
    fields.put("running", stats.running());
    fields.put("scheduled", stats.scheduled());
    fields.put("dead", stats.dead());
    fields.put("oldest_waiting_seconds", stats.oldestWaitingAge().toMillis() / 1000.0);
    return fields.map;
  }

  static Map<String, Object> settings(QueueSettings settings) {
    Fields fields = new Fields();
    fields.put("default_hold", settings.defaultHold());
    fields.put("default_timeout", settings.defaultTimeout());
    fields.put("max_waiting", settings.maxWaiting());
    fields.put("waiting_ttl", settings.waitingTtl());
    RetryPolicy retry = settings.defaultRetry();
    if (retry != null) {
      fields.put("default_retry", retry(retry));
    }
    return fields.map;
  }

  private static Map<String, Object> retry(RetryPolicy policy) {
    Fields fields = new Fields();
    fields.put("max_errors", policy.maxErrors());
    fields.put("max_crashes", policy.maxCrashes());
    fields.put("first_delay", policy.firstDelay());
    fields.put("factor", policy.factor());
    fields.put("max_delay", policy.maxDelay());
    fields.put("jitter", policy.jitter());
    return fields.map;
  }

  static Map<String, Object> key(AccessKey key) {
    Fields fields = new Fields();
    fields.put("id", key.id());
    fields.put("tenant", key.tenant());
    fields.put("scopes", key.scopes().stream().sorted().map(Scope::wire).toList());
    fields.put("label", key.label());
    fields.put("last_four", key.lastFour());
    fields.put("created_at", key.createdAt());
    fields.put("expires_at", key.expiresAt());
    fields.put("revoked_at", key.revokedAt());
    return fields.map;
  }

  static Map<String, Object> provisioned(Provisioned one) {
    Fields fields = new Fields();
    fields.put("name", one.name());
    fields.put("found", Words.lower(one.outcome()));
    fields.put("drift", one.drift());
    return fields.map;
  }

  /// Fields in the order they were put; those without a value are left out.
  private static final class Fields {
    private final Map<String, Object> map = new LinkedHashMap<>();

    void put(String name, @Nullable Object value) {
      if (value != null) {
        map.put(name, value);
      }
    }

    void payload(String name, @Nullable Payload payload) {
      if (payload == null || payload.size() == 0) {
        return;
      }
      Words.text(payload)
          .ifPresentOrElse(
              text -> map.put(name, text), () -> map.put(name + "_base64", base64(payload)));
    }

    void failure(@Nullable Failure failure) {
      if (failure != null) {
        map.put(
            "failure", Map.of("error_class", failure.errorClass(), "message", failure.message()));
      }
    }

    private static String base64(Payload payload) {
      return Base64.getEncoder().encodeToString(payload.bytesWithoutCopy());
    }
  }
}
