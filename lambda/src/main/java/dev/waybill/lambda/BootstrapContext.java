package dev.waybill.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import dev.waybill.settings.Settings;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What a function can ask about its invocation when [Bootstrap] runs it.
record BootstrapContext(String requestId, long deadlineMillis) implements Context {

  @Override
  public String getAwsRequestId() {
    return requestId;
  }

  @Override
  public String getLogGroupName() {
    return variable("AWS_LAMBDA_LOG_GROUP_NAME");
  }

  @Override
  public String getLogStreamName() {
    return variable("AWS_LAMBDA_LOG_STREAM_NAME");
  }

  @Override
  public String getFunctionName() {
    return variable("AWS_LAMBDA_FUNCTION_NAME");
  }

  @Override
  public String getFunctionVersion() {
    return variable("AWS_LAMBDA_FUNCTION_VERSION");
  }

  @Override
  public String getInvokedFunctionArn() {
    return "";
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return null;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return Math.clamp(deadlineMillis - Settings.DEFAULT.clock().millis(), 0, Integer.MAX_VALUE);
  }

  @Override
  public int getMemoryLimitInMB() {
    String limit = variable("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
    return limit.matches("[0-9]{1,6}") ? Integer.parseInt(limit) : 0;
  }

  @Override
  public LambdaLogger getLogger() {
    return new LambdaLogger() {
      @Override
      public void log(String message) {
        System.out.print(message);
      }

      @Override
      public void log(byte[] message) {
        System.out.print(new String(message, StandardCharsets.UTF_8));
      }
    };
  }

  private static String variable(String name) {
    String value = System.getenv(name);
    return value == null ? "" : value;
  }
}
