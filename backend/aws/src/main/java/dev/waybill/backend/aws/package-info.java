/// The store on AWS: DynamoDB is the source of truth, SQS carries jobs to servers, S3 keeps large
/// values.
@NullMarked
package dev.waybill.backend.aws;

import org.jspecify.annotations.NullMarked;
