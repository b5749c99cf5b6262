package dev.waybill.runner;

import static dev.waybill.wire.json.Codecs.BASE64;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobEvent;
import dev.waybill.Payload;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.runner.ProcessEvent.Amounts;
import dev.waybill.runner.ProcessEvent.Ended;
import dev.waybill.runner.ProcessEvent.Failed;
import dev.waybill.runner.ProcessEvent.Heartbeat;
import dev.waybill.runner.ProcessEvent.Output;
import dev.waybill.runner.ProcessEvent.Started;
import dev.waybill.runner.outbox.EventType;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import java.util.Map;
import java.util.Optional;

/// The data of the events of a process as JSON, at most as large as an event may be.
public final class ProcessEventJson {

  private static final Document<Started> STARTED = started();
  private static final Document<Output> OUTPUT = output();
  private static final Document<Amounts> AMOUNTS = amounts();
  private static final Document<Heartbeat> HEARTBEAT = heartbeat();
  private static final Document<Ended> ENDED = ended();
  private static final Document<Failed> FAILED = failed();

  private static final Map<String, Document<? extends ProcessEvent>> BY_TYPE =
      Map.of(
          EventType.PROCESS_START.wire(), STARTED,
          EventType.OUTPUT.wire(), OUTPUT,
          EventType.HEARTBEAT.wire(), HEARTBEAT,
          EventType.PROCESS_END.wire(), ENDED,
          EventType.PROCESS_ERROR.wire(), FAILED);

  private ProcessEventJson() {}

  /// Empty if no process published this event.
  public static Optional<ProcessEvent> read(JobEvent event) {
    Document<? extends ProcessEvent> document = BY_TYPE.get(event.type());
    try {
      return document == null
          ? Optional.empty()
          : Optional.of(document.readAnswer(event.data().bytesWithoutCopy()));
    } catch (InvalidDocument foreign) {
      return Optional.empty();
    }
  }

  static Payload write(ProcessEvent event) {
    return Payload.wrap(
        switch (event) {
          case Started started -> STARTED.bytes(started);
          case Output output -> OUTPUT.bytes(output);
          case Heartbeat heartbeat -> HEARTBEAT.bytes(heartbeat);
          case Ended ended -> ENDED.bytes(ended);
          case Failed failed -> FAILED.bytes(failed);
        });
  }

  /// As text if the bytes are UTF-8 without NUL and fit, otherwise as base64.
  static Payload output(OutputName stream, byte[] bytes) {
    return Utf8.decode(bytes)
        .filter(Text::isStorable)
        .map(text -> write(new Output(stream, text, null)))
        .filter(data -> data.size() <= Limits.EVENT_BYTES)
        .orElseGet(() -> write(new Output(stream, null, Payload.wrap(bytes))));
  }

  private static Document<Started> started() {
    Fields<Started> fields = Fields.of("ProcessStart", "A process was started.");
    var pid = fields.whole("pid", Started::pid, "ID of the process.");
    var command = fields.text("command", Started::command, "The program.");
    var args =
        fields.required(
            "args", Codecs.list(TEXT, Integer.MAX_VALUE), Started::args, "Its arguments.");
    var truncated =
        fields.mark("args_truncated", Started::argsTruncated, "Whether arguments are left out.");
    var host = fields.text("host", Started::host, "The machine that runs it.");
    var worker = fields.text("worker", Started::worker, "The worker that started it.");
    return fields.make(
        in ->
            new Started(
                in.get(pid),
                in.get(command),
                in.get(args),
                in.get(truncated),
                in.get(host),
                in.get(worker)));
  }

  private static Document<Output> output() {
    Fields<Output> fields = Fields.of("Output", "A piece of the output of a process.");
    var stream = fields.required("stream", word(OutputName.class), Output::stream, "Its stream.");
    var text = fields.optional("text", TEXT, Output::text, "The piece, if it is text.");
    var bytes = fields.optional("base64", BASE64, Output::bytes, "The piece, otherwise.");
    return fields.make(
        in -> {
          if ((in.get(text) == null) == (in.get(bytes) == null)) {
            throw in.error("missing_field", "give text or base64");
          }
          return new Output(in.get(stream), in.get(text), in.get(bytes));
        });
  }

  private static Document<Amounts> amounts() {
    Fields<Amounts> fields = Fields.of("ProcessAmounts", "The output of a process so far.");
    var elapsed = fields.whole("elapsed_ms", Amounts::elapsedMillis, "Time since its start.");
    var output = fields.whole("output_bytes", Amounts::outputBytes, "Bytes that it wrote.");
    var dropped = fields.whole("dropped_bytes", Amounts::droppedBytes, "Bytes not kept.");
    return fields.make(in -> new Amounts(in.get(elapsed), in.get(output), in.get(dropped)));
  }

  private static Document<Heartbeat> heartbeat() {
    Fields<Heartbeat> fields = Fields.of("ProcessHeartbeat", "A process is running.");
    var amounts = fields.include(AMOUNTS, Heartbeat::amounts);
    return fields.make(in -> new Heartbeat(in.get(amounts)));
  }

  private static Document<Ended> ended() {
    Fields<Ended> fields = Fields.of("ProcessEnd", "A process has ended.");
    var exitCode = fields.count("exit_code", Ended::exitCode, "Its exit code.");
    var signal = fields.optional("signal", TEXT, Ended::signal, "The signal that ended it.");
    var amounts = fields.include(AMOUNTS, Ended::amounts);
    return fields.make(in -> new Ended(in.get(exitCode), in.get(signal), in.get(amounts)));
  }

  private static Document<Failed> failed() {
    Fields<Failed> fields = Fields.of("ProcessError", "A process could not be run as asked.");
    var code = fields.text("code", Failed::code, "What went wrong.");
    var message = fields.text("message", Failed::message, "Why.");
    return fields.make(in -> new Failed(in.get(code), in.get(message)));
  }
}
