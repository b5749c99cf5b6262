package dev.waybill.client.call;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.wire.Problem;
import dev.waybill.wire.ProblemJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns problem documents into the exceptions that the same call throws in process.
public final class Problems {

  private static final int LONGEST_TEXT = 500;

  private Problems() {}

  /// The problem in an answer. A proxy may answer without a problem document.
  public static Problem read(int status, Payload body) {
    try {
      return ProblemJson.DOCUMENT.readAnswer(body.bytesWithoutCopy());
    } catch (WaybillException foreign) {
      String detail = "HTTP status " + status + ": " + Text.storable(body.text(), LONGEST_TEXT);
      return new Problem(status, "http_" + status, detail, "", false, List.of());
    }
  }

  public static RefusedCall exception(Problem problem) {
    return code(problem.code())
        .map(code -> new RefusedCall(code, problem.detail(), problem))
        .orElseGet(() -> unknown(problem));
  }

  /// A code that exists only over HTTP, or only in a newer server. A permanent refusal stays
  /// permanent.
  private static RefusedCall unknown(Problem problem) {
    return new RefusedCall(nearest(problem), problem.code() + ": " + problem.detail(), problem);
  }

  private static Code nearest(Problem problem) {
    return switch (problem.status()) {
      case 429 -> Code.THROTTLED;
      case 502, 503, 504 -> Code.UNAVAILABLE;
      default -> {
        boolean refused = problem.status() >= 400 && problem.status() < 500;
        yield refused && !problem.retryable() ? Code.INVALID_ARGUMENT : Code.STORE_FAILED;
      }
    };
  }

  public static Optional<Code> code(String wire) {
    String name = wire.toUpperCase(Locale.ROOT);
    return Stream.of(Code.values()).filter(code -> code.name().equals(name)).findFirst();
  }
}
