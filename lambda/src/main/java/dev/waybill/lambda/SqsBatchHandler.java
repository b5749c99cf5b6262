package dev.waybill.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.waybill.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/// A function for an event source mapping of SQS with `ReportBatchItemFailures`. It handles the
/// messages of a batch one after the other, and reports each one that failed, so that SQS delivers
/// only those again. A message never fails its neighbors, whatever its handler throws, unless the
/// JVM cannot go on, as without memory.
///
/// In a FIFO queue, the messages after a failed one are not handled and reported as well, so that
/// their order is kept.
public class SqsBatchHandler implements RequestStreamHandler {

  private static final Logger LOG = System.getLogger(SqsBatchHandler.class.getName());

  private final RecordHandler handler;

  public SqsBatchHandler(RecordHandler handler) {
    this.handler = handler;
  }

  /// @param context not used, so null is allowed
  @Override
  public final void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write(handle(input.readAllBytes()));
  }

  /// Throws if the event is not one of SQS: then Lambda reports an error, and the whole batch is
  /// delivered again.
  final byte[] handle(byte[] event) {
    List<String> failed = new ArrayList<>();
    for (String json : SqsEventJson.records(event)) {
      SqsEventJson.Identity identity = SqsEventJson.identity(json);
      boolean waits = identity.isInFifoQueue() && !failed.isEmpty();
      if (waits || !isDone(identity.messageId(), json)) {
        failed.add(identity.messageId());
      }
    }
    return SqsEventJson.write(failed);
  }

  private boolean isDone(String id, String json) {
    try {
      Outcome outcome = handler.handle(SqsEventJson.read(json));
      if (outcome instanceof Outcome.Done) {
        return true;
      }
      LOG.log(Level.WARNING, "message {0} is delivered again: {1}", id, outcome);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      LOG.log(Level.WARNING, "message {0} was interrupted", id);
    } catch (Exception | Error failed) {
      requireRunning(failed);
      LOG.log(Level.WARNING, "message " + id + " failed and is delivered again", failed);
    }
    return false;
  }

  /// Throws what the JVM cannot go on after, such as a lack of memory.
  static void requireRunning(Throwable failed) {
    if (failed instanceof VirtualMachineError fatal && !(failed instanceof StackOverflowError)) {
      throw fatal;
    }
  }
}
