package dev.waybill.cli.export;

import dev.waybill.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies rows into a file, a piece at a time, and saves its state between pages.
final class ExportRun<T> implements RowSink<T> {

  private static final long BYTES_PER_PIECE = 8L * 1024 * 1024;

  private final ExportFile file;
  private final ExportPlan plan;
  private final RowEncoder<T> encoder;
  private final int rowsPerPiece;
  private final List<Payload> notes = new ArrayList<>();
  private @Nullable String cursor;
  private int waiting;
  private long saved;
  private volatile long rows;
  private volatile double share = Double.NaN;

  /// @param state how far an earlier run came; null to start at the beginning
  ExportRun(
      ExportFile file,
      ExportPlan plan,
      @Nullable ExportState state,
      RowEncoder<T> encoder,
      int rowsPerPiece) {
    this.file = file;
    this.plan = plan;
    this.encoder = encoder;
    this.rowsPerPiece = rowsPerPiece;
    if (state == null) {
      file.append(encoder.begin());
      save();
    } else {
      cursor = state.cursor();
      rows = state.rows();
      notes.addAll(state.notes());
      saved = file.length();
    }
  }

  /// Copies all rows that are left.
  void copy(RowSource<T> source) {
    do {
      cursor = source.page(cursor, this);
      if (cursor != null && (waiting >= rowsPerPiece || file.length() > saved)) {
        write();
        save();
      }
    } while (cursor != null);
    write();
    file.append(encoder.end(notes, rows));
    file.complete();
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public void add(T row) {
    encoder.add(row);
    waiting++;
    rows++;
    if (encoder.size() >= BYTES_PER_PIECE) {
      write();
    }
  }

  @Override
  public void passed(double done) {
    share = done;
  }

  private void write() {
    if (waiting > 0) {
      RowEncoder.Piece piece = encoder.take(file.length());
      file.append(piece.bytes().bytesWithoutCopy());
      if (piece.note().size() > 0) {
        notes.add(piece.note());
      }
      waiting = 0;
    }
  }

  private void save() {
    file.save(new ExportState(plan, cursor, file.length(), rows, notes));
    saved = file.length();
  }

  long rows() {
    return rows;
  }

  double share() {
    return share;
  }
}
