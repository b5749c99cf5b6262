package dev.waybill.client.call;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.result.Refused;
import dev.waybill.wire.Problem;
import java.util.List;

/// A call that the server answered with a problem.
public final class RefusedCall extends WaybillException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public RefusedCall(Code code, String message, Problem problem) {
    super(code, message, problem.errors());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }

  /// Whether the call may succeed with a smaller body or without some of its items.
  public boolean isAboutTheBody() {
    return code() == Code.PAYLOAD_TOO_LARGE || !errors().isEmpty();
  }

  /// Returns the refusal if its code is one of the expected ones; throws this exception otherwise.
  public Refused orThrow(Code... expected) {
    if (List.of(expected).contains(code())) {
      return asRefusal();
    }
    throw this;
  }
}
