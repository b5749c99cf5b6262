package dev.waybill.lambda;

import dev.waybill.Outcome;

/// Handles one message of a queue of SQS.
///
/// A message is deleted from its queue if the outcome is `done`. After every other outcome, and if
/// the handler throws, SQS delivers it again, and moves it to the dead-letter queue when it has
/// been received as often as the redrive policy allows. SQS delivers a message at least once, so a
/// handler must expect repetitions.
@FunctionalInterface
public interface RecordHandler {

  Outcome handle(SqsRecord message) throws Exception;
}
