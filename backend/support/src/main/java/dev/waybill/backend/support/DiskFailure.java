package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Distinguishes a full disk from other failures of a file.
public final class DiskFailure {

  private static final Pattern FULL =
      Pattern.compile("no space left|quota exceeded", Pattern.CASE_INSENSITIVE);

  /// With less free space than this the disk counts as full, because the message may be translated.
  private static final long NEXT_TO_NOTHING = 64 * 1024;

  private DiskFailure() {}

  public static WaybillException of(String doing, Path where, IOException e) {
    String detail = "cannot " + doing + ", file " + where + ": " + e.getMessage();
    return isFull(where, e)
        ? new WaybillException(Code.DISK_FULL, detail + "; free disk space and try again", e)
        : new WaybillException(Code.STORE_FAILED, detail, e);
  }

  private static boolean isFull(Path where, IOException e) {
    return FULL.matcher(String.valueOf(e.getMessage())).find() || isNothingLeft(where);
  }

  private static boolean isNothingLeft(Path where) {
    try {
      return Files.getFileStore(where).getUsableSpace() < NEXT_TO_NOTHING;
    } catch (IOException unknown) {
      return false;
    }
  }
}
