package dev.waybill.cli.documents;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ProgressBar;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentState;
import dev.waybill.document.Documents;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import dev.waybill.wire.document.AcceptedUploadJson;
import dev.waybill.wire.document.DocumentProgressJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill ingest`
@Command(
    name = "ingest",
    description = "Upload files, and wait until searches find them.",
    sortOptions = false)
public final class IngestCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files to upload, or URLs of files that the server downloads.")
  private List<String> files = List.of();

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "The session of the documents (default).")
  private String session = "default";

  @Option(names = "--priority", paramLabel = "LANE", description = "high, normal or low (normal).")
  private Priority priority = Priority.NORMAL;

  @Option(
      names = "--webhook-url",
      paramLabel = "URL",
      description = "Where the server sends a signed webhook when the job has ended.")
  private @Nullable String webhookUrl;

  @Option(names = "--no-wait", description = "Return when the files are stored.")
  private boolean returnAtOnce;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openServer()) {
      AcceptedUpload upload = upload(waybill.documents());
      if (returnAtOnce) {
        return shown(upload);
      }
      follow(waybill, upload.jobId(), output);
      return shown(ended(waybill, upload));
    }
  }

  private AcceptedUpload upload(Documents documents) {
    NewUpload asked = NewUpload.to(session).withPriority(priority).withWebhook(webhookUrl);
    long urls = files.stream().filter(IngestCommand::isUrl).count();
    if (urls == files.size()) {
      return documents.uploadFrom(asked, files);
    }
    if (urls > 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "one upload has either files or URLs: run the command once for each");
    }
    return documents.upload(asked, files.stream().map(IngestCommand::file).toList());
  }

  private static boolean isUrl(String argument) {
    return argument.matches("(?i)https?://.*");
  }

  private static NewFile file(String argument) {
    Path path = Path.of(argument);
    return new NewFile(String.valueOf(path.getFileName()), Payload.of(path));
  }

  /// Shows the progress of a job until it has ended.
  static void follow(Waybill waybill, JobId job, Output output) {
    AtomicReference<String> line = new AtomicReference<>("waiting for a worker");
    var _ =
        ProgressBar.showing(
            output,
            line::get,
            () -> {
              for (JobEvent event : waybill.follow(job, EventCursor.START)) {
                DocumentProgressJson.read(event).ifPresent(step -> line.set(text(step)));
              }
              return job;
            });
  }

  private static String text(DocumentProgressJson.Step step) {
    String bar =
        step.total() == 0 ? "" : " " + ProgressBar.bar((double) step.done() / step.total());
    return step.name() + ": " + step.stage().word() + bar;
  }

  private static AcceptedUpload ended(Waybill waybill, AcceptedUpload upload) {
    List<Document> documents = new ArrayList<>();
    upload.documents().forEach(one -> documents.add(waybill.documents().get(one.id())));
    return new AcceptedUpload(upload.jobId(), upload.session(), documents, upload.duplicate());
  }

  private int shown(AcceptedUpload upload) {
    if (output.json()) {
      output.wire(AcceptedUploadJson.DOCUMENT, upload);
    } else {
      output.line("job " + upload.jobId());
      upload.documents().forEach(this::show);
    }
    return upload.documents().stream().anyMatch(one -> one.state() == DocumentState.FAILED) ? 1 : 0;
  }

  private void show(Document document) {
    DocumentFailure failure = document.progress().failure();
    String why =
        failure == null
            ? ""
            : " at %s: %s: %s".formatted(failure.stage().word(), failure.code(), failure.message());
    output.line(
        "%s  %s  %s%s"
            .formatted(document.id(), document.state().word(), document.name(), output.shown(why)));
  }
}
