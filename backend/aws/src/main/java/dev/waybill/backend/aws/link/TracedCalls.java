package dev.waybill.backend.aws.link;

import dev.waybill.base.WorkContext;
import dev.waybill.settings.CallObserver;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/// Tells an observer of each call of the SDK, retries included, on a thread whose work belongs to a
/// trace.
final class TracedCalls implements ExecutionInterceptor {

  private static final ExecutionAttribute<CallObserver.Call> CALL =
      new ExecutionAttribute<>("dev.waybill.call");

  private final CallObserver observer;

  TracedCalls(CallObserver observer) {
    this.observer = observer;
  }

  @Override
  public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes about) {
    WorkContext work = WorkContext.current();
    if (work.traceparent() != null) {
      about.putAttribute(
          CALL,
          observer.beginStoreCall(
              about.getAttribute(SdkExecutionAttribute.SERVICE_NAME),
              about.getAttribute(SdkExecutionAttribute.OPERATION_NAME),
              work));
    }
  }

  @Override
  public void afterExecution(Context.AfterExecution call, ExecutionAttributes about) {
    end(about, "ok", null);
  }

  /// A condition that does not hold is an answer, not an error.
  @Override
  public void onExecutionFailure(Context.FailedExecution call, ExecutionAttributes about) {
    Throwable failed = call.exception();
    if (failed instanceof SdkException answer && AwsErrors.isAnswer(answer)) {
      end(about, "refused", null);
    } else {
      end(about, "failed", failed.getClass().getName());
    }
  }

  private static void end(ExecutionAttributes about, String outcome, @Nullable String error) {
    CallObserver.Call begun = about.getAttribute(CALL);
    if (begun != null) {
      begun.end(outcome, error);
    }
  }
}
