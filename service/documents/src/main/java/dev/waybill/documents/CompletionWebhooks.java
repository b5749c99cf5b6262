package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.document.Document;
import dev.waybill.document.Documents;
import dev.waybill.document.IngestionMessage;
import dev.waybill.document.IngestionResult;
import dev.waybill.documents.record.OwedWebhooks;
import dev.waybill.documents.upload.Uploading;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.WebhookTargets;
import dev.waybill.wire.document.DocumentJson;
import dev.waybill.wire.document.IngestionJson;
import dev.waybill.wire.json.EnumWords;
import dev.waybill.wire.json.JsonOut;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Tells the URLs that uploads name when their jobs have ended.
///
/// A webhook is owed from before its job exists until the message service has it, with a request ID
/// of the job. So a crash at any time loses no webhook, and several servers send one.
final class CompletionWebhooks {

  static final int PER_STEP = 500;

  /// After this time an upload without a job was cut off, and is not completed any more.
  private static final Duration LONGEST_WITHOUT_JOB = Duration.ofHours(1);

  private static final System.Logger LOG = System.getLogger(CompletionWebhooks.class.getName());

  private final Waybill waybill;
  private final OwedWebhooks owed;
  private final Function<String, ? extends Documents> documents;
  private final InstantSource clock;
  private int next;

  /// @param documents of a tenant
  CompletionWebhooks(
      Waybill waybill,
      OwedWebhooks owed,
      Function<String, ? extends Documents> documents,
      InstantSource clock) {
    this.waybill = waybill;
    this.owed = owed;
    this.documents = documents;
    this.clock = clock;
  }

  Uploading.Webhooks of(String tenant) {
    return new Uploading.Webhooks() {
      @Override
      public void check(String url) {
        waybill.tenant(tenant).service(WebhookTargets.class).check(url);
      }

      @Override
      public void owe(JobId job, String url) {
        owed.add(tenant, job, url);
      }

      @Override
      public void forget(JobId job) {
        owed.remove(tenant, job);
      }
    };
  }

  /// Looks at some owed webhooks, and sends those whose jobs have ended. A failure for one does not
  /// affect the others.
  void step() {
    List<OwedWebhooks.Owed> all = owed.all();
    int count = Math.min(PER_STEP, all.size());
    for (int i = 0; i < count; i++) {
      OwedWebhooks.Owed one = all.get((next + i) % all.size());
      try {
        look(one);
      } catch (RuntimeException failed) {
        LOG.log(Level.WARNING, "cannot send the webhook of job " + one.job(), failed);
      }
    }
    next = all.isEmpty() ? 0 : (next + count) % all.size();
  }

  private void look(OwedWebhooks.Owed one) {
    Optional<Job> job = waybill.tenant(one.tenant()).find(one.job());
    boolean settled =
        job.isPresent()
            ? job.get().state().isTerminal()
            : one.since().plus(LONGEST_WITHOUT_JOB).isBefore(clock.instant());
    if (settled) {
      job.ifPresent(ended -> send(one, ended));
      owed.remove(one.tenant(), one.job());
    }
  }

  /// A webhook that is refused now is refused always.
  private void send(OwedWebhooks.Owed one, Job job) {
    try {
      var _ = waybill.tenant(one.tenant()).messages().send(message(one, job));
    } catch (WaybillException refused) {
      if (refused.code().kind() != Code.Kind.CALL) {
        throw refused;
      }
      if (refused.code() != Code.REQUEST_ID_CONFLICT) {
        LOG.log(Level.WARNING, "the webhook of job " + one.job() + " is refused", refused);
      }
    }
  }

  private NewMessage message(OwedWebhooks.Owed one, Job job) {
    IngestionMessage upload = IngestionJson.MESSAGE.readAnswer(job.payload().bytesWithoutCopy());
    String text = new String(json(job.state(), upload, one.tenant()), StandardCharsets.UTF_8);
    Map<String, String> type =
        Map.of(NotificationTarget.TYPE, NotificationTarget.INGESTION_FINISHED);
    return NewMessage.builder(WebhookTargets.CHANNEL, one.url())
        .text(text)
        .metadata(MessageMetadata.of(Set.of(), null, type))
        .requestId("document/webhook/" + one.job())
        .correlationId(upload.session())
        .build();
  }

  private byte[] json(State state, IngestionMessage upload, String tenant) {
    List<Document> found =
        upload.documents().stream()
            .flatMap(item -> documents.apply(tenant).find(item.documentId()).stream())
            .toList();
    return JsonOut.write(
        out -> {
          out.text("job_id", upload.jobId().toString());
          out.text("session_id", upload.session());
          out.text("state", EnumWords.of(state));
          if (state == State.COMPLETED) {
            out.text("outcome", EnumWords.of(new IngestionResult(found).outcome()));
          }
          out.list(
              "documents",
              found,
              one -> out.object(fields -> DocumentJson.DOCUMENT.fields(fields, one)));
        });
  }
}
