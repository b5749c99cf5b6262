package dev.waybill.engine.index;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.base.Sha256;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// What failures of a group have in common. The message is one line without what differs from job
/// to job: numbers, IDs, and texts in quotes that contain digits.
///
/// @param code the class of the error
record FailureKind(String queue, String type, String code, String message) {

  private static final int MESSAGE_LENGTH = 200;
  private static final int ID_BYTES = 10;

  /// Long enough to leave out what differs, short enough to be cheap.
  private static final int READ_LENGTH = 1_000;

  private static final Pattern IDS =
      Pattern.compile("\\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b");
  private static final Pattern ADDRESSES =
      Pattern.compile("[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}.-]{1,255}");
  private static final Pattern CODES =
      Pattern.compile("\\b(?=[\\p{L}\\p{N}_]*\\p{N})[\\p{L}\\p{N}_]+\\b");
  private static final Pattern REPEATED = Pattern.compile("#(?:[-.:,/]?#)+");

  static FailureKind of(Job job) {
    Failure failure = job.failure().orElseGet(() -> Failure.of("unknown", ""));
    return new FailureKind(
        job.queue(), job.type(), failure.errorClass(), blanked(failure.message()));
  }

  /// Changing this changes the IDs of groups: raise the version of the search index as well.
  static String blanked(String message) {
    String line =
        message.lines().map(String::strip).filter(text -> !text.isEmpty()).findFirst().orElse("");
    String text = line.substring(0, Math.min(READ_LENGTH, line.length()));
    text = ADDRESSES.matcher(text).replaceAll("#");
    text = IDS.matcher(text).replaceAll("#");
    text = CODES.matcher(text).replaceAll("#");
    text = REPEATED.matcher(text).replaceAll("#");
    return text.substring(0, Math.min(MESSAGE_LENGTH, text.length()));
  }

  /// Opaque to callers.
  String id() {
    byte[] hash = Sha256.of(String.join("\n", queue, type, code, message));
    return HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }
}
