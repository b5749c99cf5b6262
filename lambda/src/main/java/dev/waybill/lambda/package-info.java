/// Functions of AWS Lambda that handle messages of SQS: [SqsBatchHandler] calls a [RecordHandler]
/// for each message and reports those that failed, [HandOver] passes messages to a server of
/// Waybill, and [Bootstrap] runs either without a runtime of AWS.
@NullMarked
package dev.waybill.lambda;

import org.jspecify.annotations.NullMarked;
