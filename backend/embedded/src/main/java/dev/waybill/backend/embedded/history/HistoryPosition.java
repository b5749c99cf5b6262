package dev.waybill.backend.embedded.history;

/// How far the history has followed the log.
///
/// @param position where the next frame stands; 0 where the history is new
/// @param batch the number of the next frame, by which a wrong position is noticed
public record HistoryPosition(long position, long batch) {

  static final HistoryPosition NOTHING = new HistoryPosition(0, 0);
}
