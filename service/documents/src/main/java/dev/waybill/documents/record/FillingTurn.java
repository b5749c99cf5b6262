package dev.waybill.documents.record;

/// The right to fill an index. One server has it at a time, so that no two servers replace the same
/// document in an index that they share.
public interface FillingTurn {

  /// For an index of one server.
  FillingTurn ALWAYS =
      new FillingTurn() {
        @Override
        public boolean take() {
          return true;
        }

        @Override
        public void release() {
          // nobody else waits for it
        }
      };

  /// Takes or keeps the turn; false if another server has it. Call it before each document.
  boolean take();

  /// Lets another server have the turn at once.
  void release();
}
