package dev.waybill.cli.jobs;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.messages.MessageDetails;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.message.Message;
import dev.waybill.messages.send.CarriedMessage;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.message.MessageJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill dead show`
@Command(
    name = "show",
    description =
        "Show why a job is dead: its attempts and errors, its last output, and the record of its"
            + " message if it has one.")
final class DeadShowCommand implements Callable<Integer> {

  private static final Document<Details> DETAILS = document();

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Option(
      names = "--lines",
      paramLabel = "N",
      description = "Lines of the last output to show (default: ${DEFAULT-VALUE}).")
  private int most = 20;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    JobId wanted = JobId.parse(id);
    output.require(most >= 0, "--lines must be 0 or more");
    try (Waybill waybill = store.open()) {
      JobHistory history = JobHistory.of(waybill, wanted);
      Job job = history.job();
      requireDead(job);
      show(
          history,
          LastOutput.of(waybill, wanted, job.attempt(), most),
          CarriedMessage.idIn(job.payload()).flatMap(waybill.messages()::find));
    }
    return 0;
  }

  private static void requireDead(Job job) {
    if (job.state() != State.DEAD) {
      throw new WaybillException(
          Code.WRONG_STATE,
          "job %s is %s, not dead; see: waybill jobs show"
              .formatted(job.id(), DisplayText.lower(job.state())));
    }
  }

  private void show(JobHistory history, LastOutput last, Optional<Message> message) {
    String redrive = "waybill redrive " + history.job().id() + store.flags();
    if (output.json()) {
      output.wire(DETAILS, new Details(history, last.lines(), message.orElse(null), redrive));
      return;
    }
    history.print(output);
    if (!last.lines().isEmpty()) {
      output.section("last output" + omitted(last), last.lines());
    }
    message.ifPresent(
        record -> output.section("message", MessageDetails.of(record).lines(output.colors())));
    output.section("to run it again", List.of(redrive));
  }

  private static String omitted(LastOutput last) {
    return last.before() == 0 ? "" : " (" + last.before() + " earlier lines)";
  }

  private record Details(
      JobHistory history, List<String> lastOutput, @Nullable Message message, String redrive) {}

  private static Document<Details> document() {
    Fields<Details> fields = Fields.of("DeadJobDetails", "Why a job is dead.");
    var history = fields.include(JobHistory.DOCUMENT, Details::history);
    var lastOutput =
        fields.required(
            "last_output",
            Codecs.list(Codecs.TEXT, Integer.MAX_VALUE),
            Details::lastOutput,
            "The last lines of its output.");
    var message =
        fields.optional("message", MessageJson.DOCUMENT, Details::message, "Its message, if any.");
    var redrive = fields.text("redrive", Details::redrive, "The command that runs it again.");
    return fields.make(
        in -> new Details(in.get(history), in.get(lastOutput), in.get(message), in.get(redrive)));
  }
}
