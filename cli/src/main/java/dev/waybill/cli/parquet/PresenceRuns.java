package dev.waybill.cli.parquet;

import java.io.ByteArrayOutputStream;

/// Which values of a column are there: definition levels of one bit, as run lengths.
final class PresenceRuns {

  private final ByteArrayOutputStream runs = new ByteArrayOutputStream();
  private boolean present;
  private int length;

  void add(boolean isPresent) {
    if (isPresent != present) {
      end();
      present = isPresent;
    }
    length++;
  }

  private void end() {
    if (length > 0) {
      Varint.write(runs, (long) length << 1);
      runs.write(present ? 1 : 0);
      length = 0;
    }
  }

  byte[] bytes() {
    end();
    return runs.toByteArray();
  }
}
