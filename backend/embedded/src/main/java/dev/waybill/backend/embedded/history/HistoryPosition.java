package dev.waybill.backend.embedded.history;

/// The position of the history in the log.
///
/// @param position the position of the next frame; 0 for a new history
/// @param batch the number of the next frame, by which a wrong position is detected
public record HistoryPosition(long position, long batch) {

  static final HistoryPosition NOTHING = new HistoryPosition(0, 0);
}
