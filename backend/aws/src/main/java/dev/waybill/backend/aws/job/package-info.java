/// Jobs in DynamoDB, and the SQS queues that hand them out.
@NullMarked
package dev.waybill.backend.aws.job;

import org.jspecify.annotations.NullMarked;
