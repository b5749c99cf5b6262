package dev.waybill.backend.aws.link;

import dev.waybill.Code;
import dev.waybill.ServiceException;
import dev.waybill.WaybillException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// Maps errors of the SDK to codes of Waybill.
public final class AwsErrors {

  /// Error codes of requests over a limit that nobody but the caller can lower.
  private static final Set<String> TOO_LARGE =
      Set.of("EntityTooLarge", "BatchRequestTooLong", "RequestEntityTooLarge");

  private static final Set<String> NO_RIGHT =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "UnrecognizedClientException",
          "InvalidClientTokenId",
          "InvalidAccessKeyId",
          "SignatureDoesNotMatch",
          "ExpiredToken",
          "ExpiredTokenException");

  private AwsErrors() {}

  /// Whether this is an answer that callers expect, and not a failure: a condition that does not
  /// hold, a canceled transaction, or something that does not exist.
  public static boolean isAnswer(SdkException failure) {
    return failure instanceof ConditionalCheckFailedException
        || failure instanceof TransactionCanceledException
        || isMissing(failure)
        || isUnsupported(failure)
        || isTaken(failure);
  }

  /// Whether a table, queue, bucket or object does not exist.
  public static boolean isMissing(SdkException failure) {
    return failure instanceof AwsServiceException refused
        && (refused.statusCode() == 404
            || code(refused).equals("ResourceNotFoundException")
            || code(refused).endsWith("QueueDoesNotExist")
            || code(refused).endsWith("NonExistentQueue"));
  }

  /// Whether the service does not have this operation; only emulators answer so.
  static boolean isUnsupported(SdkException failure) {
    return failure instanceof AwsServiceException refused && refused.statusCode() == 501;
  }

  /// Whether S3 refuses a conditional write because the object exists, or is being written.
  public static boolean isTaken(SdkException failure) {
    return failure instanceof AwsServiceException refused
        && (refused.statusCode() == 412
            || (refused.statusCode() == 409 && code(refused).startsWith("Conditional")));
  }

  /// @param service for people, such as `DynamoDB`
  /// @param doing what was tried, such as `record facts`
  public static WaybillException of(String service, String doing, SdkException failure) {
    if (failure instanceof AbortedException && Thread.currentThread().isInterrupted()) {
      return new WaybillException(Code.INTERRUPTED, "interrupted: " + doing, failure);
    }
    return new ServiceException(
        service, code(failure), service + " cannot " + doing + ": " + why(failure), failure);
  }

  /// Whether the service asks its callers to slow down.
  static boolean isThrottled(SdkException failure) {
    return failure instanceof AwsServiceException refused && refused.isThrottlingException();
  }

  private static Code code(SdkException failure) {
    if (isThrottled(failure)) {
      return Code.THROTTLED;
    }
    if (failure instanceof AwsServiceException refused) {
      return codeOfAnswer(refused);
    }
    return isUnusable(failure) ? Code.STORE_FAILED : Code.UNAVAILABLE;
  }

  private static Code codeOfAnswer(AwsServiceException refused) {
    if (refused.statusCode() >= 500 || isGarbled(refused)) {
      return Code.UNAVAILABLE;
    }
    boolean tooLarge =
        TOO_LARGE.contains(code(refused))
            || String.valueOf(refused.getMessage()).contains("Item size");
    return tooLarge ? Code.PAYLOAD_TOO_LARGE : Code.STORE_FAILED;
  }

  /// An error without a code was cut short on its way.
  private static boolean isGarbled(AwsServiceException refused) {
    return refused.statusCode() == 400 && code(refused).isEmpty();
  }

  /// Without credentials or a region no call can succeed.
  private static boolean isUnusable(SdkException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof SdkClientException
        && (message.contains("credentials") || message.contains("region"));
  }

  private static String why(SdkException failure) {
    String advice =
        failure instanceof AwsServiceException refused && NO_RIGHT.contains(code(refused))
            ? "; check the credentials and their policies (docs/aws.md)"
            : "";
    return failure.getMessage() + advice;
  }

  private static String code(AwsServiceException refused) {
    AwsErrorDetails details = refused.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }
}
